// The form of a book: steps of fields, pictures to choose from, and a row for each level.
import * as page from "./page.js";
import { copyTemplate, create, createMessage, labelOf, language, showPicture, t, wordOf } from "./page.js";

const STEPS = ["book", "puzzles", "pages", "cover", "printer", "expert"];
const OF_FRONT = ["title", "subtitle", "author"];
const MAX_PICTURES = 8;
const SIZE_SCALE = 0.17;
const DAY_MS = 86_400_000;
const MONDAY = 4 * DAY_MS; // Days are counted from a Thursday.

/** Creates the tabs and the panels of the steps. The arrow keys change the tab. */
export function createSteps(book) {
  const [tabs, steps] = [book.find(".tabs"), book.find(".steps")];
  tabs.replaceChildren(...STEPS.map((name) => create("button", { type: "button", role: "tab",
    id: `tab-${name}`, value: name, onclick: () => openStep(book, name) }, t(`step.${name}`))));
  for (const tab of tabs.children) tab.setAttribute("aria-controls", `step-${tab.value}`);
  tabs.onkeydown = ({ key }) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (!by) return;
    openStep(book, STEPS.at((STEPS.indexOf(book.step) + by) % STEPS.length));
    book.find(`#tab-${book.step}`).focus();
  };
  steps.replaceChildren(...STEPS.map((name) => createStep(book, name)));
  openStep(book, book.step ?? "book");
}

function createStep(book, name) {
  const step = Object.assign(copyTemplate("step"), { id: `step-${name}` });
  step.setAttribute("aria-labelledby", `tab-${name}`);
  step.firstElementChild.textContent = t(`step.${name}`);
  const fields = step.querySelector(".fields");
  const own = book.settings.filter((setting) => setting.step === name && !(setting.making && book.imported));
  fields.append(...(name === "expert" ? createGroups(book, own) : own.map((setting) => createField(book, setting))));
  if (name === "puzzles" && book.imported)
    fields.append(page.setUpDrop(copyTemplate("puzzle-file"), "read", () => ({}), book.replacePuzzles));
  if (name !== "expert") return step;
  const search = create("input", { type: "search", id: "search", placeholder: t("search"), ariaLabel: t("search") });
  const elsewhere = create("p", { className: "elsewhere", role: "status" });
  search.oninput = () => {
    const words = search.value.trim().toLowerCase().split(/\s+/);
    const isFound = ({ textContent, dataset: { name } }) =>
      words.every((word) => `${name} ${textContent}`.toLowerCase().includes(word));
    for (const field of fields.querySelectorAll(".field")) field.hidden = !isFound(field);
    const found = book.findAll(".field").filter(isFound).map((field) => field.dataset.name);
    const others = book.settings.filter(({ name, step }) => step !== "expert" && words[0] && found.includes(name));
    elsewhere.replaceChildren(found.length ? "" : t("search.none"), ...others.map(({ name, step }) =>
      create("button", { type: "button", onclick: () => focusField(book, name) },
        t("search.under", { label: labelOf(name), step: t(`step.${step}`) }))));
  };
  fields.before(search, elsewhere);
  step.append(copyTemplate("terminal"));
  return step;
}

/** Creates the fields in groups with headings. What the book has set comes first. */
function createGroups(book, settings) {
  const { set, ...others } = Object.groupBy(settings, ({ name, group }) => (book.values[name] ? "set" : group));
  return Object.entries({ ...(set && { set }), ...others }).map(([group, members]) => create("section", {},
    create("h3", {}, t(`group.${group}`, {}, group)), ...members.map((setting) => createField(book, setting))));
}

/** Creates the fields of these settings anew. */
export function renewFields(book, names) {
  for (const setting of book.settings.filter(({ name }) => names.includes(name))) {
    const old = book.find(`.field[data-name="${setting.name}"]`);
    if (old && setting.picture !== "levels") old.replaceWith(createField(book, setting));
  }
}

function openStep(book, name) {
  if (name === "cover" && book.step !== name) book.showCover?.();
  else if (book.step === "cover" && book.step !== name) book.showView("pages");
  book.step = name;
  // The words of the front are written in the step of the book, and in that of the cover.
  const fields = OF_FRONT.map((setting) => book.find(`.field[data-name="${setting}"]`));
  if (name === "book") book.find("#step-book .fields").prepend(...fields);
  if (name === "cover") book.find("#step-cover [data-name=cover]").after(...fields);
  book.find(".checks").open = false;
  for (const tab of book.find(".tabs").children) {
    Object.assign(tab, { ariaSelected: tab.value === name, tabIndex: tab.value === name ? 0 : -1 });
  }
  for (const step of book.find(".steps").children) step.hidden = step.id !== `step-${name}`;
}

/** Opens the step of a setting, and puts the keyboard into its field. */
export function focusField(book, name) {
  const field = book.find(`.field[data-name="${name}"]`);
  if (!field) return;
  openStep(book, field.closest(".step").id.slice("step-".length));
  (field.querySelector("input:checked") ?? field.querySelector("input:enabled, select, textarea")).focus();
}

function createField(book, setting) {
  const { name, kind, help, picture } = setting;
  const field = copyTemplate("field");
  const [label, control, about, problem] = field.children;
  Object.assign(field.dataset, { name, kind, ...(picture && { picture }) });
  Object.assign(label, { textContent: labelOf(name), id: `label-${name}` });
  const sentence = t(`help.${name}`, {}, help).split(/(?<=\.)\s+|(?<=。)/)[0];
  about.replaceWith(createMessage("p", sentence, { className: "help", id: `help-${name}` }));
  problem.id = `problem-${name}`;
  control.append(...createControl(book, setting));
  if (picture) return field;
  label.htmlFor = control.firstChild.id = `set-${name}`;
  control.firstChild.setAttribute("aria-describedby", `help-${name} problem-${name}`);
  return field;
}

/** Creates the elements that change a setting; the first one has its label. */
function createControl(book, setting) {
  const { name, kind, choices, picture, list, default: standard } = setting;
  const value = book.values[name] ?? "";
  const usual = t(`usual.${setting.usual}`, {}, setting.usual) || wordOf(name, standard);
  const change = (text) => book.change(name, text);
  if (picture === "levels") return [create("div", { className: "levels" })];
  if (kind === "switch") {
    const onchange = ({ target: { checked } }) => change(`${checked}` === standard ? "" : `${checked}`);
    return [create("input", { type: "checkbox", role: "switch", checked: (value || standard) === "true", onchange })];
  }
  const example = setting.example && t("example", { text: setting.example });
  const input = create(kind === "lines" ? "textarea" : "input", {
    value, placeholder: usual || example, spellcheck: kind === "lines" });
  input.inputMode = kind === "number" ? "numeric" : "text";
  // The letters of a field are one step.
  input.oninput = () => book.change(name, input.value.trim(), { place: name });
  input.ariaLabel = choices.length ? t("own.of", { label: labelOf(name) }) : null;
  const colours = picture === "palette" ? [createColours(book, input)] : [];
  if (picture) return [...createPictures(book, setting, usual), ...colours, ...(kind === "text" ? [input] : [])];
  if (kind === "file") {
    const chooser = create("input", { type: "file" });
    page.sendFiles(chooser, "upload", () => ({ book: book.name }), ({ message, file }) => {
      if (message) return refuse(name, message);
      const listed = setting.value.startsWith("PART") ? `about=${file}` : file;
      return change((input.value = list && input.value ? `${input.value},${listed}` : listed));
    });
    return [input, create("label", { className: "target" }, t("file.choose"), chooser)];
  }
  if (!choices.length) return [input];
  const { papers } = choiceOf(book, "printer") ?? {};
  const offered = choices.filter(({ word }) => name !== "paper" || !papers || papers.includes(word) || word === value);
  const isOwn = value && !offered.some(({ word }) => word === value);
  const unset = new Option(usual || t("usual.none"), "");
  const select = create("select", {}, unset, ...page.createOptions({ name, choices: offered }, value));
  if (isOwn || kind !== "choice") select.append(new Option(t("own"), "own", isOwn, isOwn));
  // The field for a text of one's own shows up while "another" is chosen.
  select.onchange = () => change(select.value === "own" ? input.value : select.value);
  return kind === "choice" ? [select] : [select, input];
}

/** Creates fields for two colours. The field of the setting has them as a text. */
function createColours(book, input) {
  const known = choiceOf(book, "palette")?.colours ?? ["#ffc629", "#16264d"];
  const own = input.value.match(/#\w{6}/g) ?? known.slice(0, 2);
  const keep = () => (input.value = `ground=${pickers[0].value},accent=${pickers[1].value}`);
  const pickers = own.map((value, at) => create("input", { type: "color", value,
    ariaLabel: t(`colours.${at}`), title: t(`colours.${at}`),
    oninput: () => book.change("palette", keep(), { place: "palette" }) }));
  keep();
  return create("div", { className: "colours" }, ...pickers);
}

/** Returns the chosen word of a setting, with what the server says about it. */
function choiceOf(book, name) {
  const { choices } = book.settings.find((setting) => setting.name === name);
  return choices.find(({ word }) => word === book.values[name]);
}

/** Creates a picture for each word, as radio buttons: one stop of the keyboard. */
function createPictures(book, { name, kind, picture, choices, default: standard }, usual) {
  const value = book.values[name] ?? standard;
  const { trims } = choiceOf(book, "printer") ?? {};
  const known = (picture === "size" && trims) || choices.map(({ word }) => word);
  const words = known.slice(0, picture === "size" ? MAX_PICTURES - 1 : known.length);
  const offered = choices.filter(({ word }) => words.includes(word) || word === value);
  const isOwn = value && !offered.some(({ word }) => word === value);
  const addTile = (word, text, image, title = text) => {
    const checked = word === (isOwn ? "own" : value);
    const radio = create("input", { type: "radio", name: `set-${name}`, value: word, checked });
    radio.onchange = () => {
      const own = radio.closest(".control").lastChild;
      if (picture === "size" && word !== "own") own.value = word;
      group.dataset.chosen = text;
      if (["front", "palette", "back"].includes(picture)) book.showCover();
      book.change(name, word === "own" ? own.value : word);
    };
    return create("label", { className: "tile", title }, radio, image, create("span", {}, text));
  };
  const createSign = (sign) => create("i", { className: "usual" }, sign);
  const tiles = offered.map((choice) => addTile(choice.word,
    choice.text ?? wordOf(name, choice.word), createPicture(book, picture, choice)));
  // A standard that has a picture needs no tile of its own.
  if (choices.every(({ word }) => word !== standard))
    tiles.unshift(addTile("", t("tile.usual"), createSign("✓"), usual));
  if (kind === "text") tiles.push(addTile("own", t("tile.own"), createSign("…"), t("own")));
  const group = create("div", { className: `tiles ${picture}`, role: "radiogroup" }, ...tiles);
  group.dataset.chosen = group.querySelector(":checked ~ span")?.textContent ?? "";
  group.setAttribute("aria-labelledby", `label-${name}`);
  group.setAttribute("aria-describedby", `help-${name} problem-${name}`);
  return [group];
}

function createPicture(book, kind, { word, mm, colours }) {
  if (kind === "size") {
    const [width, height] = mm.map((length) => `${length * SIZE_SCALE}px`);
    return create("i", { className: "outline", style: `width: ${width}; height: ${height}` });
  }
  if (kind === "palette") {
    const stripes = colours.map((colour) => create("i", { style: `background: ${colour}` }));
    return create("i", { className: "swatch" }, ...stripes);
  }
  const image = create("img", { alt: "" });
  if (kind === "design") showPicture(image, `designs/${word}/page.svg`, book.signal);
  else image.dataset.drawn = `${kind}s/${word}`;
  return image;
}

/** Shows this very book with each front and each back, as soon as its step is seen. */
export function showFronts(book, preview) {
  for (const image of book.findAll("img[data-drawn]")) {
    const { drawn } = image.dataset;
    // There is no front of a picture that is not there, and no back beside a front alone.
    if (drawn === "fronts/picture" ? !book.values["cover-picture"] : drawn.startsWith("backs") && !book.found?.spine_mm)
      image.classList.add("missing");
    else showPicture(image, `preview/${preview}/${drawn}.svg`, book.signal);
  }
}

/** Shows the book as a bar of its levels, and a row for each. A row is a stop of the keyboard, which has arrow keys too. */
export function showLevels(book) {
  const place = book.find(".levels");
  if (!place || !book.levels) return;
  const { ladder, rows, versions, free, week } = book.levels;
  const shown = `${ladder} ${versions} ${week.length} ${rows.map(({ key }) => key)}`;
  if (place.dataset.shown !== shown) {
    const parts = rows.map(() => create("i"));
    place.replaceChildren(create("div", { className: "whole-book" }, ...parts), create("p", {}, t("levels.point")),
      createWeek(book), ...rows.map((row) => createLevel(book, row)), createTotal(book));
    place.dataset.shown = shown;
  }
  const counts = rows.map(({ count }) => Math.max(Number(count) || 0, 0));
  const shade = (element, at) => element.style.setProperty("--shade", `${(100 * (at + 1)) / rows.length}%`);
  const setInput = (input, value) => document.activeElement !== input && (input.value = value);
  [...place.querySelectorAll(".level")].forEach((row, at) => {
    setInput(row.querySelector("input"), rows[at].count);
    row.classList.toggle("none", !rows[at].count);
    const part = place.firstChild.children[at];
    part.style.flexGrow = counts[at];
    part.hidden = !counts[at];
    [part, row].forEach((element) => shade(element, at));
  });
  place.querySelectorAll(".week select").forEach((select, day) => {
    select.value = week[day];
    shade(select, rows.findIndex(({ number }) => number === week[day]));
  });
  setInput(place.querySelector(".total input"), counts.reduce((sum, count) => sum + count));
  for (const control of place.querySelectorAll("input, button"))
    control.disabled = !free && control.id !== "all-levels";
  place.querySelector(".turns").hidden = free;
}

/** Creates a box for the level of each weekday, from Monday. */
function createWeek(book) {
  const { week, rows } = book.levels;
  const { format } = new Intl.DateTimeFormat(language, { weekday: "short", timeZone: "UTC" });
  const levels = () => [...boxes.querySelectorAll("select")].map(({ value }) => value).join(",");
  const onchange = () => renewFields(book, ["turns"], book.change("turns", levels()));
  const createLevels = () => rows.map(({ number, name }) => new Option(wordOf("level", name), number));
  const boxes = create("div", { className: "week" }, ...week.map((_, day) => create("label", {},
    format(MONDAY + day * DAY_MS), create("select", { onchange }, ...createLevels()))));
  return boxes;
}

function createLevel(book, { key, size, number, name, promise }) {
  const row = copyTemplate("level");
  const [, label, stars, about, less, input, more] = row.children;
  const level = [size?.replace("x", " × "), wordOf("level", name)].filter(Boolean).join(" ");
  [stars.textContent, label.textContent] = ["★".repeat(number), level];
  Object.assign(about, { textContent: promise, id: `promise-${key}` });
  input.id = `level-${key}`;
  input.setAttribute("aria-describedby", about.id);
  row.ariaLabel = input.ariaLabel = t("levels.count", { level });
  [less.ariaLabel, more.ariaLabel] = [t("levels.less", { level }), t("levels.more", { level })];
  const add = (by) => setLevel(book, key, (input.value = Math.max((Number(input.value) || 0) + by, 0)), {});
  // A sheet of a class has a few puzzles, a book many.
  less.onclick = more.onclick = ({ target }) => add((book.levels.versions > 1 ? 1 : 5) * target.value);
  input.oninput = () => setLevel(book, key, input.value.trim(), { place: `quota ${key}` });
  input.onkeydown = (event) => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (by) event.preventDefault(add(by));
  };
  return row;
}

/** Says at a field why it does not take something. The setting stays as it is. */
function refuse(setting, message) {
  page.byId(`problem-${setting}`).replaceChildren(createMessage("span", message));
  page.announce(message);
}

function createTotal(book) {
  const input = create("input", { inputMode: "numeric", id: "all-levels", autocomplete: "off" });
  const deal = (shape, before) => Number(input.value) > 0 ? book.deal(Number(input.value), shape, before) :
    refuse("quota", t("levels.wrong"));
  let shares = [];
  input.onfocus = () => (shares = book.levels.rows.map((row) => Math.max(Number(row.count) || 0, 0)));
  input.onchange = () => deal("same", shares);
  const unit = t(book.levels.versions > 1 ? "levels.total.versions" : "levels.total", book.levels);
  const buttons = ["even", "easy", "hard"].map((shape) => create("button", { type: "button",
    onclick: () => deal(shape) }, t(`levels.${shape}`)));
  return create("div", { className: "total" }, create("label", {}, input, ` ${unit}`), ...buttons,
    create("p", { className: "turns" }, t("levels.turns")));
}

function setLevel(book, key, count, more) {
  const { rows } = book.levels;
  rows.find((row) => row.key === key).count = count; // A wrong one stays, and the server says what is wrong.
  showLevels(book);
  const wanted = rows.filter((row) => row.count && row.count !== "0");
  if (!wanted.length) return;
  book.change("quota", wanted.map((row) => `${row.key}=${row.count}`).join(","), more);
}
