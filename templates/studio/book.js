// The view of a book: its settings, its draft on the disk, its preview, and its making.
import * as page from "./page.js";
import { askJson, byId, copyTemplate, create, createMessage, formatNumber, labelOf, request,
  showPicture, t, tCount, wordOf } from "./page.js";

const PREVIEW_DELAY_MS = 30;
const SAVE_RETRY_MS = 3000;
// The previews of two windows are kept apart.
const windowName = crypto.randomUUID();
const wideWindow = matchMedia("(min-width: 900px)");
let book; // The one that the view shows. The next view waits until its draft is saved.
let saving = Promise.resolve();
export const finishSaving = () => saving;
const find = (selector) => book.root.querySelector(selector);
const findAll = (selector) => [...book.root.querySelectorAll(selector)];

export function createBookView(entry, shelf, settings, signal) {
  const key = `draft ${shelf.folder} ${entry.name}`;
  // Changes that could not be saved before the page was closed are newer than the draft.
  const unsaved = JSON.parse(localStorage.getItem(key));
  const root = copyTemplate("book-view");
  book = { ...entry, ...unsaved, root, settings, signal, key, page: 1, pages: 0 };
  showForm();
  setUpViewer();
  byId("saved").textContent = "";
  byId("make").onclick = find(".continue").onclick = () => makeBook();
  find(".stop").onclick = () => request("stop", {});
  if (shelf.making === book.name) makeBook(true);
  else showOutcome(entry);
  loadPreview();
  if (unsaved) saveSoon();
  return root;
}

function showForm() {
  for (const fields of findAll(".fields")) fields.replaceChildren();
  for (const setting of book.settings.filter(({ making }) => !(making && book.imported))) {
    const part = setting.first ? ".first" : ".rest";
    find(`[data-group="${setting.group}"] ${part}`).append(createField(setting));
  }
  showTitle();
}
const showTitle = () =>
  (document.title = byId("heading").textContent = book.values.title || book.name);

function createField(setting) {
  const { name, kind, help, choices } = setting;
  const field = copyTemplate("field");
  const [label, details, control, problem] = field.children;
  const [summary, about, words] = details.children;
  Object.assign(field.dataset, { name, kind });
  Object.assign(label, { htmlFor: `set-${name}`, textContent: labelOf(name) });
  control.append(...createControl(setting));
  control.firstChild.id = `set-${name}`;
  control.firstChild.setAttribute("aria-describedby", `problem-${name}`);
  problem.id = `problem-${name}`;
  summary.ariaLabel = t("help", { label: labelOf(name) });
  about.replaceWith(createMessage("p", t(`help.${name}`, {}, help)));
  words.append(...choices.filter((choice) => choice.help).flatMap(({ word, help: en }) => [
    create("dt", {}, wordOf(name, word)), createMessage("dd", t(`help.${name}.${word}`, {}, en))]));
  return field;
}

/** Creates the elements that change a setting; the first one has its label. */
function createControl(setting) {
  const { name, kind, choices, placeholder, list, default: standard } = setting;
  const value = book.values[name] ?? "";
  const usual = t(`usual.${setting.usual}`, {}, setting.usual) || wordOf(name, standard);
  const change = (text) => changeValue(name, text);
  if (kind === "switch") {
    const checked = (value || standard) === "true";
    const input = create("input", { type: "checkbox", role: "switch", checked });
    input.onchange = () => change(`${input.checked}` === standard ? "" : `${input.checked}`);
    return [input];
  }
  const input = create("input", { value, placeholder: usual || placeholder, spellcheck: false });
  input.inputMode = kind === "number" ? "numeric" : "text";
  input.oninput = () => change(input.value.trim());
  if (kind === "file") {
    const chooser = create("input", { type: "file" });
    page.sendFiles(chooser, "upload", () => ({ book: book.name }), ({ message, file }) => {
      if (message) return showProblems([{ setting: name, message }]);
      const listed = placeholder.startsWith("PART") ? `about=${file}` : file;
      return change((input.value = list && input.value ? `${input.value},${listed}` : listed));
    });
    return [input, create("label", { className: "target" }, t("file.choose"), chooser)];
  }
  if (!choices.length) return [input];
  const isOwn = value && !choices.some(({ word }) => word === value);
  const unset = new Option(usual || t("usual.none"), "");
  const select = create("select", {}, unset, ...page.createOptions(setting, value));
  if (isOwn || kind !== "choice") select.append(new Option(t("own"), "own", isOwn, isOwn));
  // The field for a text of one's own shows up while "another" is chosen.
  select.onchange = () => change(select.value === "own" ? input.value : select.value);
  input.ariaLabel = t("own.of", { label: labelOf(name) });
  return [select, input];
}

function changeValue(name, text) {
  book.values = { ...book.values, [name]: text };
  if (!text) delete book.values[name];
  showTitle();
  saveSoon();
  clearTimeout(book.timer);
  book.timer = setTimeout(loadPreview, PREVIEW_DELAY_MS);
}

/** Shows each problem at its field, and all of them in a summary. */
function showProblems(problems) {
  for (const place of findAll(".field > .problem")) {
    const own = problems.filter(({ setting }) => place.id === `problem-${setting}`);
    place.replaceChildren(...own.map(({ message }) => createMessage("span", message)));
    place.previousElementSibling.firstChild.ariaInvalid = own.length > 0;
    if (own.length) (place.closest(".group > details") ?? {}).open = true;
  }
  const createItem = ({ setting, message }) => {
    const control = setting && find(`#set-${setting}`);
    const onclick = () => control.focus();
    const button = create("button", { type: "button", onclick }, labelOf(setting));
    return create("li", {}, control ? button : "", " ", createMessage("span", message));
  };
  find("#problems-heading").textContent = tCount("problems", problems.length);
  find(".problems ul").replaceChildren(...problems.map(createItem));
}

function showSaved(state, message) {
  Object.assign(byId("saved"), { textContent: t(state, { message }), className: state });
  if (state === "unsaved") page.announce(byId("saved").textContent);
}

/** Saves the draft. A change during a request is saved by the next one. */
function saveSoon() {
  const { key, values, version } = book;
  book.isDirty = true;
  localStorage.setItem(key, JSON.stringify({ values, version }));
  if (!book.isSaving) saving = saveChanges();
}

async function saveChanges() {
  book.isSaving = true;
  while (book.isDirty) {
    book.isDirty = false;
    showSaved("saving");
    const { name, values, version } = book;
    const answer = await request("save", { book: name, values, version });
    const saved = await answer.json();
    book.version = saved.version || version;
    if (answer.status === 409) book.isDirty = await settleConflict(saved.values);
    else if (!saved.version) {
      book.isDirty = true;
      showSaved("unsaved", saved.message);
      await page.wait(SAVE_RETRY_MS);
    }
  }
  book.isSaving = false;
  localStorage.removeItem(book.key);
  showSaved("saved");
  if (find(".run").matches(".verified, .made, .changed, .problem")) showState().catch(() => {});
}

/** Shows the state of the finished book anew, because a change may have made it an older one. */
async function showState() {
  const { books } = await askJson("books", undefined, book.signal);
  const entry = books.find(({ name }) => name === book.name);
  if (entry && !find(".run.making")) await showOutcome(entry);
}

/** Lets the user choose between two versions. Returns true if the one of this window stays. */
async function settleConflict(theirs) {
  const isOther = (name) => book.values[name] !== theirs[name];
  const labels = Object.keys({ ...book.values, ...theirs }).filter(isOther).map(labelOf);
  const about = t("conflict.about", { labels: labels.join(", ") });
  const choices = { mine: t("conflict.keep"), theirs: t("conflict.take") };
  let choice = "";
  while (!choice) choice = await page.ask(t("conflict"), create("p", {}, about), choices);
  if (choice === "mine") return true;
  book.values = theirs;
  showForm();
  loadPreview();
  return false;
}
addEventListener("beforeunload", (event) => book?.isSaving && event.preventDefault());

/** Makes the book of the present values in memory. A newer change drops the older request. */
async function loadPreview() {
  book.loading?.abort();
  book.loading = new AbortController();
  const signal = AbortSignal.any([book.signal, book.loading.signal]);
  find(".preview").ariaBusy = true;
  const order = { book: book.name, values: book.values, window: windowName };
  const found = await askJson("preview", order, signal);
  find(".preview").ariaBusy = false;
  if (found.cancelled) return;
  showProblems(found.problems);
  find(".stale").hidden = Boolean(found.preview);
  find(".command").textContent = found.command;
  find(".job").textContent = found.job;
  if (!found.preview) return page.announce(tCount("problems", found.problems.length));
  showFacts(found);
  showPictures(found);
  page.announce(`${tCount("pages", found.pages)}, ${tCount("puzzles", found.puzzles)}`);
}

function showFacts({ findings, notes, minutes, volumes, spine_mm, ...found }) {
  const setFact = (name, text) => (find(`.facts .${name} dd`).textContent = text || "");
  const { trim, printer } = book.values;
  for (const name of ["pages", "puzzles"]) setFact(name, formatNumber(found[name]));
  setFact("volumes", volumes > 1 && formatNumber(volumes));
  const size = `${found.trim_mm.map((mm) => formatNumber(mm)).join(" × ")} mm`;
  setFact("trim", trim ? wordOf("trim", trim) : size);
  setFact("spine", spine_mm && `${formatNumber(spine_mm, 1)} mm`);
  setFact("minutes", minutes && [...new Set(minutes)].map((n) => formatNumber(n)).join("–"));
  setFact("findings", findings.length && formatNumber(findings.length));
  setFact("ready", printer && !findings.length && "✓");
  find(".ready dt").textContent = t("fact.ready", { printer: wordOf("printer", printer) });
  find(".checks ul").replaceChildren(...[...findings, ...notes].map((message, at) =>
    createMessage("li", message, { className: at < findings.length ? "finding" : "note" })));
}

function showPictures({ preview, pages, front, cover, trim_mm: [width, height] }) {
  const show = (image, file) => showPicture(image, `preview/${preview}/${file}`, book.signal);
  book.pages = pages;
  book.showPage = (image, number) => {
    image.alt = t("page.number", { n: number });
    show(image, `pages/${number}.svg`);
  };
  find(".preview").style.setProperty("--ratio", width / height);
  find(".preview").dataset.cover = cover;
  if (front) show(find(".front img"), "front.svg");
  if (cover) show(find(".whole"), "cover.svg");
  const thumbs = find(".thumbs");
  while (thumbs.childElementCount > pages) thumbs.lastChild.remove();
  for (let value = thumbs.childElementCount + 1; value <= pages; value += 1) {
    const parts = [create("img"), create("span", { ariaHidden: true }, value)];
    const button = create("button", { type: "button", value, tabIndex: -1 }, ...parts);
    thumbs.append(create("li", {}, button));
  }
  findAll(".thumbs img").forEach((image, at) => book.showPage(image, at + 1));
  showPages(book.page);
}

/** Shows a page, or the spread that it belongs to: an even page is at the left. */
function showPages(wanted) {
  if (!book.pages) return;
  const count = wideWindow.matches ? 2 : 1;
  book.page = Math.min(Math.max(Math.trunc(wanted) || 1, 1), book.pages);
  book.first = book.page - (book.page % count);
  book.next = book.first + count;
  findAll(".spread img").forEach((image, at) => {
    const isPage = book.first + at >= 1 && book.first + at <= book.pages;
    image.classList.toggle("none", !isPage);
    if (isPage) book.showPage(image, book.first + at);
  });
  find(".back").disabled = book.first <= 1;
  find(".next").disabled = book.next > book.pages;
  find(".number input").value = book.page;
  find(".of").textContent = t("page.of", { n: formatNumber(book.pages) });
  const strip = find(".thumbs");
  const shown = find(`.thumbs [value="${book.page}"]`);
  Object.assign(find(".thumbs [aria-current]") ?? {}, { tabIndex: -1, ariaCurrent: null });
  Object.assign(shown, { tabIndex: 0, ariaCurrent: "page" });
  strip.scrollLeft = shown.offsetLeft - (strip.clientWidth - shown.clientWidth) / 2;
  if (strip.contains(document.activeElement)) shown.focus({ preventScroll: true });
}

function setUpViewer() {
  const { signal } = book;
  const arrows = { ArrowLeft: ".back", ArrowRight: ".next" };
  find(".back").onclick = () => showPages(book.first - 1);
  find(".next").onclick = () => showPages(book.next);
  find(".thumbs").onclick = ({ target }) => showPages(target.closest("button")?.value ?? book.page);
  find(".number input").onchange = ({ target }) => showPages(target.value);
  wideWindow.addEventListener("change", () => showPages(book.page), { signal });
  addEventListener("keydown", ({ key, target }) => {
    const isFree = target === document.body || target.matches(".preview :not(input)");
    if (isFree && key in arrows) find(arrows[key]).click();
  }, { signal });
  // The studio keeps the previews of a few windows only.
  addEventListener("focus", loadPreview, { signal });
}

/** Makes the book, or joins a making that goes on, and shows its progress. */
async function makeBook(isJoining = false, replace = false) {
  await saving;
  const { name, values, signal } = book;
  showOutcome({ state: "making" });
  for (const list of [".bars", ".messages"]) find(list).replaceChildren();
  find("#run-heading").focus();
  const order = isJoining ? undefined : { book: name, values, replace };
  const answer = await request("make", order, signal);
  const { code, exists, begun } = await showLines(answer).catch(() => ({}));
  const shelf = await askJson("books", undefined, signal);
  // The connection was lost, or another window had begun.
  if (shelf.making === name) return makeBook(true);
  if (answer.status === 409) return showOutcome({ state: "busy", message: shelf.making });
  const entry = shelf.books.find((found) => found.name === name);
  const asked = begun ? "begun" : "replace";
  const about = create("p", {}, t(`${asked}.about`));
  const choices = { replace: t(`${asked}.yes`), "": t("cancel") };
  if (exists && (await page.ask(t(asked), about, choices))) return makeBook(false, true);
  if (exists) return showOutcome(entry);
  const short = entry.files.length ? "short" : "failed";
  const states = { undefined: entry.state, 0: entry.state, 3: short, 130: "unfinished" };
  return showOutcome({ ...entry, state: states[code] ?? "failed" });
}

/** Shows the lines of a making as they arrive. Returns the last one, with the exit code, and
    whether the work that was begun is of other puzzles. */
async function showLines(answer) {
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let [rest, last] = ["", {}];
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (rest + part.value).split("\n");
    rest = lines.pop();
    for (const line of lines.map((text) => JSON.parse(text))) {
      showLine(line);
      last = { begun: last.begun || line.type === "begun", ...line };
    }
  }
  return last;
}

function showLine({ type, level, levels = [], done, all, text, problem, ...line }) {
  const showBar = (id, label, value, max) => {
    const parts = [create("span", {}, label), create("progress"), create("small")];
    const bar = find(`#bar-${id}`) ?? create("label", { id: `bar-${id}` }, ...parts);
    Object.assign(bar.children[1], { max, value });
    bar.lastChild.textContent = t("bar", { done: formatNumber(value), all: formatNumber(max) });
    if (!bar.parentElement) find(".bars").append(bar);
  };
  for (const row of levels) showBar(row.level, wordOf("level", row.name), 0, row.count);
  if (type === "made") showBar(level, "", done, all);
  if (type === "page") showBar("pages", t("view.pages"), done, all);
  if (type === "verify") find(".run .lead").textContent = t("run.verify");
  if (problem?.setting) showProblems([problem]);
  const messages = [text, line.problems, ...(line.findings ?? [])].filter(Boolean);
  find(".messages").append(...messages.map((message) => createMessage("li", message)));
}

/** Shows how far the book is, and its files. */
async function showOutcome({ state, message = "", changed = [], files = [] }) {
  const path = `books/${encodeURIComponent(book.name)}/files`;
  const load = async (file) => (await request(`${path}/${file}`, undefined, book.signal)).blob();
  find(".run").className = `run ${state}`;
  find("#run-heading").textContent = t(`run.${state}`, { message });
  const settings = changed.map(labelOf).join(", ");
  find(".run .lead").textContent =
    message || t(`run.${state}.lead`, { path: book.path, settings }, "");
  page.announce(find("#run-heading").textContent);
  for (const list of findAll(".files")) list.replaceChildren();
  for (const { name, bytes } of files) {
    const about = t(`file.${name.replace(/-\d+(?=\.)/, "")}`, {}, "");
    const size = t("kilobytes", { n: formatNumber(Math.ceil(bytes / 1000)) });
    const parts = [create("strong", {}, about || name), create("span", {}, about && name), size];
    const onclick = async () => page.download(await load(name), name);
    const button = create("button", { type: "button", onclick }, ...parts);
    find(about ? ".files" : ".others .files").append(create("li", {}, button));
  }
  const listing = await request(`books/${encodeURIComponent(book.name)}/listing`, undefined, book.signal);
  find(".listing pre").textContent = listing.ok ? await listing.text() : "";
}
