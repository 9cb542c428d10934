// The view of a book: its settings, its draft on the disk, its state, its preview, and its making.
import * as page from "./page.js";
import { askJson, byId, copyTemplate, create, createMessage, formatNumber, labelOf, language, listLabels,
  request, t, tCount, wordOf } from "./page.js";
import { createSteps, focusField, renewFields, showFronts, showLevels } from "./fields.js";
import { askAboutFaults } from "./reading.js";
import { setUpViewer, showPictures } from "./viewer.js";

const PREVIEW_DELAY_MS = 30;
const SAVE_RETRY_MS = 3000;
const MAX_STEPS = 100;
// Settings whose change may take others back: the server decides which.
const KNOWING = ["author", "printer", "paper", "trim", "template", "course", "ladder", "quota", "levels",
  "total", "count", "pages", "last-day", "names"];
// The previews of two windows are kept apart.
const windowName = crypto.randomUUID();
let book; // The one that the view shows. The next view waits until its draft is saved.
let saving = Promise.resolve();
export const finishSaving = () => saving;
const find = (selector) => book.root.querySelector(selector);
const findAll = (selector) => [...book.root.querySelectorAll(selector)];
const path = (file) => `books/${encodeURIComponent(book.name)}${file}`;

export function createBookView(entry, settings, signal, shelf) {
  const key = `draft ${shelf.folder} ${entry.name}`;
  // Changes that could not be saved before the page was closed are newer than the draft.
  const unsaved = JSON.parse(localStorage.getItem(key));
  const root = copyTemplate("book-view");
  book = { ...entry, ...unsaved, root, settings, signal, key, entry, find, findAll,
    problems: [], choosing: Promise.resolve(), change: changeValue, deal: dealPuzzles, showProblems,
    showView, orderPuzzles, replacePuzzles, isPending: true };
  readHistory();
  showForm();
  setUpViewer(book);
  Object.assign(byId("saved"), { textContent: "", className: "" });
  byId("make").onclick = find(".continue").onclick = () => makeBook();
  byId("undo").onclick = () => stepBack("undo", "redo");
  byId("redo").onclick = () => stepBack("redo", "undo");
  // Letters after another field are a step of their own.
  find(".form").addEventListener("focusout", () => (book.lastChanged = ""));
  addEventListener("keydown", stepByKey, { signal });
  find(".stop").onclick = () => request("stop", {});
  find(".show").onclick = () => askJson("shelf", { book: book.name, action: "show" }).then(
    ({ message }) => message && (find(".run .lead").textContent = message));
  find(".editions").ontoggle = showEditions;
  find(".versions").ontoggle = showVersions;
  find(".zip").onclick = () => saveFile(path("/files.zip"), ".zip");
  find(".run .picture").onclick = () => saveFile(`preview/${book.preview}/front.png`, "-front.png");
  for (const radio of findAll("[name=view]")) radio.onchange = () => showView(radio.value);
  showView("pages");
  showState();
  if (shelf.making === book.name) makeBook(true);
  else showOutcome(entry);
  loadPreview();
  // The studio keeps the previews of a few windows only.
  addEventListener("focus", () => compareState().catch(() => {}).then(loadPreview), { signal });
  if (unsaved) saveSoon();
  return root;
}

function showForm() {
  createSteps(book);
  showLevels(book);
  if (book.preview) showFronts(book, book.preview);
  showTitle();
}
const formatTime = (ms) => new Date(ms).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
const showTitle = () =>
  (document.title = byId("heading").textContent = book.values.title || book.entry.title || book.name);

function showView(name) {
  find(".preview").dataset.view = name;
  find(`[name=view][value=${name}]`).checked = true;
}

/** Changes a setting, and what cannot stay beside it. Each change is a step that is taken back by
    itself, but the letters that are typed at one place are one. */
function changeValue(name, text, { deal, place } = {}) {
  expectPreview();
  showState();
  return KNOWING.includes(name) ? choose(name, text, { deal, place }) :
    takeStep({ ...book.values, [name]: text }, place);
}

const choose = (...choice) => (book.choosing = book.choosing.then(() => chooseValue(...choice)).catch(() => {}));

/** Adds an order about puzzles to a setting: another one in place of one, or the places of two. Returns why it is
    refused. */
const orderPuzzles = (setting, added) => choose(setting, "", { added });

/** Makes what is shown older than a change, from the change until the answer to it. */
function expectPreview() {
  book.loading?.abort();
  find(".preview").ariaBusy = true;
  Object.assign(book, { told: "", isPending: true, isLoading: true });
}

const dealPuzzles = (total, shape, shares) => changeValue("quota", "", { deal: { total, shape, shares } });

async function chooseValue(name, text, { deal, place, added }) {
  const had = name === "printer" ? book.printers[text] : undefined;
  const order = { book: book.name, values: book.values, setting: name, text, order: added, deal, had };
  const { values, changed, refused } = await askJson("choose", order, book.signal);
  if (refused) return refused;
  expectPreview();
  const others = changed.map((other) => [other, values[other] ?? ""]);
  if (name === "printer") keepPrinter(changed);
  takeStep({ ...book.values, [name]: text, ...Object.fromEntries(others) }, place);
  renewFields(book, name === "printer" ? [...changed, "paper", "trim"] : changed);
  const isCount = ["quota", "total"].includes(name);
  const told = changed.filter((other) => other !== name && (!isCount || ["another", "swap"].includes(other)));
  book.told = told.length ? t("told", { settings: listLabels(told) }) : "";
  page.announce(book.told);
}

/** Keeps the values, saves them, and shows their book. */
function setValues(values) {
  book.values = Object.fromEntries(Object.entries(values).filter(([, text]) => text !== ""));
  showTitle();
  saveSoon();
  clearTimeout(book.timer);
  book.timer = setTimeout(loadPreview, PREVIEW_DELAY_MS);
}

/** Keeps what a printer had before another one changes it: the way back brings it again. */
function keepPrinter(changed) {
  const { printer = "", ...values } = book.values;
  const left = (book.printers[printer] ??= {});
  for (const name of Object.keys(left)) left[name] = values[name] ?? "";
  for (const had of Object.values(book.printers))
    for (const name of changed) had[name] ??= values[name] ?? "";
}

/** Makes a change, which can be taken back if it changes a setting. */
function takeStep(values, place) {
  if ((!place || place !== book.lastChanged) && listDifferences(values)) book.undo.push(book.values);
  book.undo.splice(0, book.undo.length - MAX_STEPS);
  Object.assign(book, { lastChanged: place, redo: [] });
  setValues(values);
  showSteps();
}

/** Takes a step back, or takes one again that was taken back. Changes that are not answered yet
    come first. */
function stepBack(from, to) {
  book.choosing = book.choosing.then(() => {
    const values = book[from].pop();
    if (!values) return;
    book[to].push(book.values);
    book.lastChanged = "";
    expectPreview();
    setValues(values);
    const { id, name, value } = document.activeElement;
    showForm();
    showSteps();
    (byId(id)?.disabled ? byId(to) : byId(id) ?? find(`[name="${name}"][value="${value}"]`))?.focus();
  });
}

function stepByKey(event) {
  const key = event.key.toLowerCase();
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.target.closest?.("dialog, #search")) return;
  if (key === "y" || (key === "z" && event.shiftKey)) event.preventDefault(stepBack("redo", "undo"));
  else if (key === "z") event.preventDefault(stepBack("undo", "redo"));
}

const showSteps = () => ["undo", "redo"].forEach((name) => (byId(name).disabled = !book[name].length));

/** Reads the steps that were kept with this version of the draft. */
function readHistory() {
  const kept = JSON.parse(localStorage.getItem(`steps ${book.key}`));
  const { undo, redo, printers } = kept?.version === book.version ? kept : { undo: [], redo: [], printers: {} };
  Object.assign(book, { undo, redo, printers });
  showSteps();
}

function keepHistory() {
  const { key, version, undo, redo, printers } = book;
  try {
    localStorage.setItem(`steps ${key}`, JSON.stringify({ version, undo, redo, printers }));
  } catch {
    localStorage.removeItem(`steps ${key}`); // The browser has no more room; the steps stay in this window.
  }
}

/** Shows each problem at its field. The line under the header names them all. */
function showProblems(problems) {
  book.problems = problems;
  for (const place of findAll(".field > .problem")) {
    const own = problems.filter(({ setting }) => place.id === `problem-${setting}`);
    place.replaceChildren(...own.map(({ message }) => createMessage("span", message)));
    const control = place.parentElement.querySelector(".control").firstChild;
    control.ariaInvalid = own.length ? "true" : null;
  }
  showState();
  if (!problems.length) return;
  const sentences = problems.map(({ setting, message }) => `${labelOf(setting)}: ${message}`);
  page.announce(`${tCount("problems", problems.length)}. ${sentences.join(". ")}`);
}

/** Shows the state of the book in the line under the header. Nothing is green beside a problem, a
    change, or an answer that has not come yet. */
function showState() {
  const { entry, problems, found, isPending } = book;
  const { missing = [], verdict } = (!problems.length && !isPending && found) || {};
  const made = entry.made_ms && formatTime(entry.made_ms);
  const labels = entry.changed.map(labelOf);
  const changed = `${labels.slice(0, 2).join(t("comma"))}${labels.length > 2 ? " …" : ""}`;
  const facts = { made, changed, program: entry.proved_by, message: entry.message };
  const isMaking = find(".run").matches(".making");
  // A change that has not been compared yet is pending.
  const state = isMaking ? "making" : problems.length ? "wrong" : isPending && made ? "pending" : entry.state;
  const parts = [isMaking ? t("run.making") : state === "wrong" ?
    t("line.wrong", { problems: tCount("problems", problems.length) }) : t(`line.${state}`, facts)];
  if (verdict) parts.push(tCount("pages", found.pages), ...(state === "problem" ? [] : verdict));
  if (book.told) parts.push(book.told);
  const links = [...problems, ...missing, ...(state === "problem" ? entry.refused : [])].map(
    ({ setting, message }) => find(`.field[data-name="${setting}"]`) ? create("button", { type: "button",
      title: message, onclick: () => focusField(book, setting) }, labelOf(setting)) : createMessage("span", message));
  const isGood = entry.state === "verified" && !isPending && !found?.findings.length && !missing.length;
  const looks = { verified: isGood ? "good" : "", wrong: "bad", problem: "bad", draft: "", made: "" };
  byId("state").className = isPending && state !== "wrong" ? "" : looks[state] ?? "warn";
  find(".run").classList.toggle("earlier", ["changed", "unfinished", "problem"].includes(entry.state) || problems.length > 0);
  byId("state").firstElementChild.replaceChildren(parts.join(" · "), " ", ...links);
  byId("state").classList.toggle("older", isPending || problems.length > 0);
  showHeading();
  showMakeButton(state, changed);
}

function showMakeButton(state, changed) {
  const isDone = ["verified", "unready", "making"].includes(state);
  const texts = { changed: t("make.again", { settings: changed }), made: t("make.verify"),
    verified: t("make.done"), unready: t("make.done"), unfinished: t("continue"), problem: t("make.again.all") };
  const [button, next] = [byId("make"), find(".continue")];
  button.textContent = { pending: texts.problem, wrong: t("make") }[state] ?? texts[book.entry.state] ?? t("make");
  next.textContent = button.title = button.textContent;
  next.disabled = button.disabled = state === "wrong" || (isDone && !book.isPending) || state === "making";
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
  keepHistory();
  if (!book.isSaving) saving = saveChanges();
}

async function saveChanges() {
  let wrong = [];
  book.isSaving = true;
  while (book.isDirty) {
    book.isDirty = false;
    showSaved("saving");
    const { name, values, version } = book;
    const answer = await request("save", { book: name, values, version });
    const saved = await answer.json();
    book.version = saved.version || version;
    wrong = saved.wrong ?? [];
    if (answer.status === 409) book.isDirty = await settleConflict(saved.values);
    else if (!saved.version) {
      const { signal } = book;
      Object.assign(book, { isDirty: true, isSaving: false });
      showSaved("unsaved", saved.message);
      return setTimeout(() => signal.aborted || saveSoon(), SAVE_RETRY_MS);
    }
  }
  book.isSaving = false;
  localStorage.removeItem(book.key);
  keepHistory();
  showSaved(wrong.length ? "partly" : "saved", listLabels(wrong));
  await compareState().catch(() => {});
}

/** Asks for the state of the book anew: a change may have made the files older ones. */
async function compareState() {
  const entry = await askJson(path(""), undefined, book.signal);
  if (!entry.state) return showSaved("unsaved", entry.message); // The folder is gone, or has another name.
  if (find(".run").matches(".making")) return;
  const isOther = entry.state !== book.entry.state || `${entry.changed}` !== `${book.entry.changed}`;
  book.entry = entry;
  if (isOther || find(".run").matches(".failed, .busy")) await showOutcome(entry);
  book.isPending = book.isLoading || book.isDirty;
  showState();
}

/** Lets the user choose between two versions. Returns true if the one of this window stays. */
async function settleConflict(theirs) {
  const labels = listDifferences(theirs);
  if (!labels) return true; // The other window has replaced the puzzles alone.
  const about = t("conflict.about", { labels });
  const choices = { mine: t("conflict.keep"), theirs: t("conflict.take") };
  let choice = "";
  while (!choice) choice = await page.ask(t("conflict"), create("p", {}, about), choices);
  if (choice === "mine") return true;
  takeAll(theirs);
  return false;
}

/** Returns the labels of the settings that are others than the present ones. */
const listDifferences = (values) => listLabels(Object.keys({ ...book.values, ...values }).filter(
  (name) => (book.values[name] ?? "") !== (values[name] ?? "")));

/** Takes other settings for all of the book. */
function takeAll(values) {
  expectPreview();
  takeStep(values);
  showForm();
}
addEventListener("beforeunload", (event) => (book?.isSaving || book?.isDirty) && event.preventDefault());

/** Makes the book of the present values in memory. A newer change drops the older request. */
async function loadPreview() {
  book.loading?.abort();
  book.loading = new AbortController();
  const signal = AbortSignal.any([book.signal, book.loading.signal]);
  find(".preview").ariaBusy = book.isLoading = true;
  const order = { book: book.name, values: book.values, window: windowName };
  const found = await askJson("preview", order, signal);
  // An older request that came late has stopped this one.
  if (found.cancelled) return loadPreview();
  book.isLoading = false;
  find(".stale").hidden = Boolean(found.preview) || !found.problems.length || !book.preview;
  find(".large").hidden = Boolean(found.preview) || found.problems.length > 0;
  for (const key of ["command", "job"]) find(`.${key}`).textContent = found[key] ?? "";
  book.found = found.preview && found;
  if (found.levels) book.levels = keepStages(found.levels, book.levels);
  book.isPending = Boolean(book.isSaving || book.isDirty);
  showProblems(found.problems);
  showLevels(book);
  showFacts(found);
  showChecks(found);
  if (found.preview) {
    find(".run .picture").hidden = !found.png;
    showPictures(book, found);
    showFronts(book, found.preview);
    page.announce(`${tCount("pages", found.pages)}${t("comma")}${tCount("puzzles", found.puzzles)}`);
    await book.placed;
  }
  if (!signal.aborted) find(".preview").ariaBusy = false;
}

/** Keeps a stage without puzzles as a row while the others are those of before. */
function keepStages(levels, before = levels) {
  const findRow = (row) => levels.rows.find(({ key }) => key === row.key) ?? { ...row, count: 0 };
  const isSame = levels.rows.every(({ size, key }) => size && before.rows.some((row) => row.key === key));
  return isSame ? { ...levels, rows: before.rows.map(findRow) } : levels;
}

function showFacts({ facts = [], title, imported, puzzles }) {
  if (imported) find(".import strong").textContent = imported + (puzzles ? ` · ${tCount("puzzles", puzzles)}` : "");
  byId("state").lastElementChild.replaceChildren(...facts.map(
    ([className, text]) => create("span", { className }, text)));
  if (title && find("#set-title")) find("#set-title").placeholder = title;
}

/** Shows what the printer would refuse, and what is good to know, each with a way to mend it. */
function showChecks({ findings = [], know = [], sources = [] }) {
  const mend = ({ setting, deal, value }) => (deal ? dealPuzzles(deal, "same") :
    value ? renewFields(book, [setting], changeValue(setting, value)) : focusField(book, setting));
  const addItem = (item) => create("li", {}, createMessage("span", item.text), ...(item.button ?
    [create("button", { type: "button", onclick: () => mend(item) }, item.button)] : []));
  find(".checks .mend").replaceChildren(...findings.map(addItem));
  find(".checks .know").replaceChildren(...know.map(addItem));
  find(".sources ul").replaceChildren(...sources.map((text) => addItem({ text })));
  find(".checks").classList.toggle("found", findings.length > 0);
  find(".checks > summary").textContent = [findings.length && tCount("findings", findings.length),
    know.length && tCount("notes", know.length)].filter(Boolean).join(" · ");
}

/** Replaces the puzzles by those of another file that was read. Its faults are shown before. */
async function replacePuzzles(found, name, order) {
  const faults = await askAboutFaults(found, name, order, t("puzzles.replace"));
  if (!faults) return [t("puzzles.stay")];
  await saving;
  const { version, message } = await askJson("replace", { ...order, faults, book: book.name, version: book.version });
  book.version = version ?? book.version;
  if (version) showView("pages");
  saveSoon(); // It notices another window.
  loadPreview();
  return [createMessage("p", message ?? t("puzzles.replaced", { name }))];
}

/** Makes the book, or joins a making that goes on, and shows its progress. */
async function makeBook(isJoining = false, replace = false) {
  await book.choosing;
  if (!isJoining) saveSoon(); // It notices another window.
  await saving;
  const { name, values, signal } = book;
  if (book.isDirty) return undefined;
  showOutcome({ state: "making" });
  showState();
  showView("files");
  find("[name=pane][value=pages]").checked = true;
  find(".checks").open = false;
  for (const list of [".bars", ".messages"]) find(list).replaceChildren();
  find("#run-heading").focus();
  const answer = await request("make", isJoining ? undefined : { book: name, values, replace }, signal);
  const last = await showLines(answer).catch(() => ({}));
  const shelf = await askJson("books", undefined, signal);
  // The connection was lost, or another window had begun.
  if (shelf.making === name) return makeBook(true);
  book.entry = shelf.books.find((found) => found.name === name);
  if (answer.status === 409) await showOutcome({ state: "busy", title: shelf.making_title ?? shelf.making });
  else if (last.exists) return askToReplace(last);
  else {
    const short = book.entry.files.length ? "short" : "failed";
    const states = { 3: short, 130: "unfinished", 0: book.entry.state, undefined: book.entry.state };
    await showOutcome({ ...book.entry, state: states[last.code] ?? "failed" });
  }
  return showState();
}

/** Asks before other puzzles replace those of a book. The answer of the Enter key is no. */
async function askToReplace({ begun, about = t("begun.about") }) {
  await showOutcome(book.entry); // Nothing is made before the answer.
  showState();
  const asked = begun ? "begun" : "replace";
  const choices = { "": t("cancel"), replace: t(`${asked}.yes`) };
  if (await page.ask(t(asked), create("p", {}, about), choices)) await makeBook(false, true);
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
      const { begun, about } = last;
      last = { ...line, begun: begun || line.type === "begun", about: line.about ?? about };
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
  if (type === "verify") showHeading((book.outcome.message = t("run.verify")));
  if (problem?.setting) showProblems([problem]);
  const messages = [text, line.problems, ...(line.findings ?? [])].filter(Boolean);
  find(".messages").append(...messages.map((message) => createMessage("li", message)));
}

/** Shows how far the book is, its files, and the way to the printer. */
async function showOutcome(outcome) {
  const { state, files = [] } = book.outcome = outcome;
  find(".run").className = `run ${state}`;
  showHeading();
  for (const list of findAll(".files")) list.replaceChildren();
  for (const { name, bytes } of files) {
    const about = t(`file.${name.replace(/-\d+(?=\.)/, "")}`, {}, "");
    const number = /-(\d+)\./.exec(name)?.[1];
    const isMain = /^(book|cover|answers)(-\d+)?\.pdf$/.test(name);
    const size = t("kilobytes", { n: formatNumber(Math.ceil(bytes / 1000)) });
    const label = [about || name, number && Number(number)].filter(Boolean).join(" ");
    const parts = [create("strong", {}, label), create("span", {}, about && name), size];
    const button = create("button", { type: "button", onclick: () => saveFile(path(`/files/${name}`), `-${name}`) }, ...parts);
    find(isMain ? ".main-files" : ".others .files").append(create("li", {}, button));
  }
  const answer = files.length && await request(path("/listing"), undefined, book.signal);
  showListing(answer?.ok ? await answer.json() : []);
  Object.assign(find(".editions"), { open: false, hidden: !files.length || book.values.cover !== "true" });
  Object.assign(find(".versions"), { open: false, hidden: !files.length });
}

/** Shows what the book is at each large printer, when its list is opened. A click begins the
    edition for one. */
async function showEditions({ target }) {
  const rows = target.open ? await askJson(path("/editions"), undefined, book.signal) : [];
  const begin = async (printer) => {
    const { book: name, message } = await askJson("shelf", { book: book.name, action: "copy", printer });
    if (name) location.hash = `#/book/${encodeURIComponent(name)}`;
    else await page.ask(t("menu.copy"), createMessage("p", message), { "": t("cancel") });
  };
  find(".editions tbody").replaceChildren(...rows.map(({ printer, own, facts, changed, message }) => {
    const { size, pages, spine, estimate, paper } = facts ?? {};
    const about = message ?? [size, tCount("pages", pages), paper,
      spine && t(estimate ? "editions.estimate" : "fact.spine", { n: spine })].filter(Boolean).join(" · ");
    const others = own ? t("editions.own") : changed.length && t("editions.changed", { settings: listLabels(changed) });
    return create("tr", { className: own ? "own" : "" }, create("th", { scope: "row" }, wordOf("printer", printer)),
      create("td", {}, createMessage("span", about), create("small", {}, others || "")),
      create("td", {}, own || message ? "" : create("button", { type: "button", onclick: () => begin(printer) }, t("editions.begin"))));
  }));
}

/** Lists the versions that were made, with what differs from now. A click brings the settings of one
    back, as a step. */
async function showVersions({ target }) {
  const versions = target.open ? await askJson(path("/versions"), undefined, book.signal) : [];
  find(".versions ul").replaceChildren(...versions.map(({ made_ms: made, values }) => {
    const settings = listDifferences(values);
    const text = [formatTime(made), settings || t("versions.now")].join(" · ");
    return create("li", {}, create("button", { type: "button", disabled: !settings, onclick: () => takeAll(values) }, text));
  }));
}

/** Says how far the book is. A book that cannot be made any more has files of earlier settings. */
function showHeading() {
  const { state, message = "", title, changed = [], files = [], refused = [] } = book.outcome ?? book.entry;
  const shown = files.length && [...refused, ...book.problems].length ? "earlier" : state;
  find("#run-heading").textContent = t(`run.${shown}`, { message, title });
  const facts = { path: book.path, settings: listLabels(changed), earlier: files.length ? t("run.unfinished.earlier") : "" };
  find(".run .lead").textContent = message || t(`run.${shown}.lead`, facts, "").trim();
}

const saveFile = async (address, ending) =>
  page.download(await (await request(address, undefined, book.signal)).blob(), book.name + ending);

/** Shows what to do at the printer, and the texts of its form, each with a button to copy it. */
function showListing(texts) {
  const { printer, spine } = book.values;
  const all = `${spine ? "" : t(`upload.${printer}.spine`, {}, "")}|${t(`upload.${printer}`, { book: book.name }, "")}`;
  const steps = all.split("|").filter((step) => step && texts.length);
  find(".upload h3").textContent = t("upload", { printer: wordOf("printer", printer) });
  // The ticks stay until the book is made again.
  const { key, entry: { made_ms: made } } = book;
  const read = () => JSON.parse(localStorage.getItem(`ticks ${key}`) ?? "{}");
  const ticks = read().made === made ? read() : { made };
  const keep = (step, isDone) => localStorage.setItem(`ticks ${key}`, JSON.stringify(Object.assign(ticks, { [step]: isDone })));
  find(".upload ol").replaceChildren(...steps.map((step) => create("li", {}, create("label", {},
    create("input", { type: "checkbox", checked: ticks[step] ?? false,
      onchange: ({ target }) => keep(step, target.checked) }), ` ${step}`))));
  find(".listing dl").replaceChildren(...texts.flatMap(({ field, number, text }) => {
    const label = t(`shop.${field}`, { n: number });
    const copy = create("button", { type: "button", className: "copy" }, t("copy"));
    copy.ariaLabel = `${t("copy")}: ${label}`;
    return [create("dt", {}, label), create("dd", {}, create("pre", {}, text), copy)];
  }));
}
