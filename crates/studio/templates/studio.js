// The entry of the page: the header, the view of the address, and the shelf.
import * as page from "./page.js";
import { askJson, byId, copyTemplate, create, createMessage, language, t, tCount } from "./page.js";
import { createBookView, finishSaving } from "./book.js";
import { askAboutFaults } from "./reading.js";

const WATCH_MS = 2000;
const MANY_BOOKS = 9;
const main = byId("main");
/** The stacks of the shelf that are open. */
const openStacks = new Set();
let leaving = new AbortController();

/** Shows the view of the address. The view before it stops its requests, but not its saving. */
async function showView(reason) {
  const token = /^#([\w-]{16,})$/.exec(location.hash)?.[1];
  if (token) page.keepToken(token);
  if (token) history.replaceState(null, "", "#/"); // The history must not keep it.
  leaving.abort();
  leaving = new AbortController();
  const { signal } = leaving;
  await finishSaving();
  const [shelf, settings] = await Promise.all(["books", "settings"].map((path) => askJson(path, undefined, signal)));
  const [, view, name] = location.hash.split("/");
  const book = view === "book" && shelf.books.find((entry) => encodeURIComponent(entry.name) === name);
  const start = view === "new" && shelf.starts.find((entry) => entry.name === name);
  document.body.dataset.view = book ? "book" : "shelf";
  document.title = byId("heading").textContent = t("books");
  if (main.firstChild && reason !== "again") main.focus({ preventScroll: true });
  main.replaceChildren(book ? createBookView(book, settings, signal, shelf) : createShelf(shelf, settings, signal));
  if (start && reason !== "again") beginBook(start, settings, shelf.books);
  else if (reason !== "again") scrollTo(0, 0);
  // A request that is not answered says so, and so does the first one that is answered again.
  for (; !signal.aborted; await page.wait(WATCH_MS)) await page.request("settings", undefined, signal);
}

function createShelf(shelf, settings, signal) {
  const root = copyTemplate("shelf-view");
  const find = (selector) => root.querySelector(selector);
  const printers = settings.find(({ name }) => name === "printer");
  if (shelf.books.length) root.prepend(find(".of-books"));
  if (shelf.making || shelf.queue.waiting) watchMaking(shelf.making, signal);
  showQueue(find(".all").children, find(".starts"), shelf);
  find(".folder").textContent = t("books.folder", { folder: shelf.folder });
  for (const { name } of shelf.starts) {
    const { item, picture } = createCard("card", [t(`start.${name}`), t(`start.${name}.about`)]);
    item.firstChild.href = `#/new/${name}`;
    find(".starts").append(item);
    page.showPicture(picture, `starts/${name}/picture`, signal);
  }
  const books = find(".books");
  const newest = (book) => book.made_ms ?? Number.MAX_SAFE_INTEGER;
  const sorted = localStorage.sort === "newest" ? shelf.books.toSorted((a, b) => newest(b) - newest(a)) : shelf.books;
  const stacks = Map.groupBy(sorted, ({ stack, name }) => (stack ? `stack ${stack}` : `book ${name}`));
  for (const [stack, volumes] of stacks)
    (volumes.length > 1 ? addStack(books, stack, volumes, signal) : books)
      .append(...volumes.map((book) => createBookCard(book, printers, signal)));
  find(".sift").hidden = shelf.books.length < MANY_BOOKS;
  const words = Object.assign(find(".sift input"), { placeholder: t("books.find") });
  words.oninput = () => findBooks(books, words.value.trim().toLowerCase());
  const sort = find(".sift select");
  sort.append(...["name", "newest"].map((word) => new Option(t(`sort.${word}`), word)));
  sort.value = localStorage.sort ?? "name";
  sort.onchange = () => showView("again", (localStorage.sort = sort.value));
  const judge = find(".check select");
  judge.append(...page.createOptions(printers));
  page.setUpDrop(find(".check"), "check", () => ({ printer: judge.value }), createFindings);
  page.setUpDrop(find(".import"), "read", () => ({}), (...read) => importPuzzles(settings, ...read));
  return root;
}

function createBookCard(book, printers, signal) {
  const title = book.title || book.name;
  const puzzles = tCount("puzzles", book.puzzles);
  const about = [book.puzzles && (book.versions > 1 ? t("fact.versions", { ...book, puzzles }) : puzzles),
    book.printer && page.wordOf("printer", book.printer),
    book.made_ms && new Date(book.made_ms).toLocaleDateString(language)].filter(Boolean).join(" · ");
  const changed = t("changed", { settings: page.listLabels(book.changed) });
  const reason = book.message || (book.state === "changed" ? changed : "");
  const card = createCard("card", [title, about, reason]);
  card.item.firstChild.href = `#/book/${encodeURIComponent(book.name)}`;
  Object.assign(card.badge, { className: `badge ${book.state}`, textContent: t(`state.${book.state}`) });
  card.blank.textContent = title;
  card.item.append(createMenu(book, printers));
  if (book.picture) showBook(card, book, signal);
  return card.item;
}

/** Adds a series or a class to the shelf as one card, which opens. Returns the list of its books. */
function addStack(list, stack, volumes, signal) {
  const [first] = volumes;
  const made = volumes.filter(({ state }) => state === "verified").length;
  const titles = volumes.map(({ title, name }) => title || name);
  let common = titles[0];
  while (!titles.every((title) => title.startsWith(common))) common = common.slice(0, -1);
  common = common.replace(/[,，][^,，]*$/, ""); // The word for a week stands before its number.
  const card = createCard("stack", [first.values.series ?? (common || titles[0]), tCount("stack", volumes.length)]);
  const { badge, item: { firstChild: details } } = card;
  badge.className = `badge ${made === volumes.length ? "verified" : volumes.some(({ state }) => state === "problem") ? "problem" : ""}`;
  badge.textContent = t("stack.verified", { n: made, of: volumes.length });
  card.blank.textContent = titles[0];
  if (first.picture) showBook(card, first, signal);
  details.open = openStacks.has(stack);
  details.ontoggle = () => openStacks[details.open ? "add" : "delete"](stack);
  list.append(card.item);
  return details.lastChild;
}

/** Shows the books that have a text, and of the stacks those that have such books. */
function findBooks(list, text) {
  for (const item of list.querySelectorAll("li:not(.stack)"))
    item.hidden = !item.textContent.toLowerCase().includes(text);
  for (const item of list.querySelectorAll(".stack")) {
    item.hidden = !item.querySelector("li:not([hidden])");
    item.firstChild.open ||= Boolean(text);
  }
}

/** Shows the button that makes all unfinished books, or how far they are. */
function showQueue([start, all, words, stop], starts, { books, making, queue }) {
  const n = books.filter(({ state }) => ["draft", "changed", "unfinished"].includes(state)).length;
  const book = books.find(({ name }) => name === making)?.title || making;
  start.onclick = () => starts.previousElementSibling.scrollIntoView();
  Object.assign(all, { hidden: making || n < 2, textContent: t("all", { n }) });
  all.onclick = () => askJson("make-all", {}).then(() => showView("again"));
  Object.assign(stop, { hidden: !making, onclick: () => askJson("stop", {}) });
  words.textContent = making ? t("all.making", { book, ...queue }) : "";
}

/** Asks what becomes of the faults of a file of puzzles, and what its book is about. */
async function importPuzzles(settings, found, name, order) {
  const choice = found.told ? await askAboutFaults(found, name, order, t("faults.none")) : "leave-out";
  const known = { printer: "kdp", title: name.replace(/\.[^.]*$/, "") };
  const start = { about: found.told ? "" : found.notes[0], values: known, questions: [] };
  const values = choice && (await askAbout(t("import"), settings, start));
  if (!values) return [t("file.cancelled")];
  const { book, message } = await askJson("import", { ...order, values, faults: choice });
  if (book) location.hash = `#/book/${encodeURIComponent(book)}`;
  return message ? [createMessage("p", message)] : [];
}

/** Shows the shelf anew when a book is finished. */
async function watchMaking(name, signal) {
  await page.wait(WATCH_MS);
  const { making, queue } = await askJson("books", undefined, signal);
  return making === name && (name || queue.waiting) ? watchMaking(name, signal) : showView("again");
}

function createCard(template, texts) {
  const item = copyTemplate(template);
  const [cover, badge, ...places] = item.querySelector(".card").children;
  texts.forEach((text, at) => (places[at].textContent = text));
  return { item, blank: cover.firstChild, picture: cover.lastChild, badge };
}

const showBook = ({ picture }, { name }, signal) =>
  page.showPicture(picture, `books/${encodeURIComponent(name)}/picture.svg`, signal);

/** Returns the first of the browser's languages that books have, among those whose readers have this window. */
function findLanguage(settings) {
  const known = settings.find(({ name }) => name === "lang").choices.map(({ word }) => word);
  const wanted = navigator.languages.filter((tag) => page.windowOf(tag) === language);
  const tags = wanted.flatMap((tag) => [tag.replace(/^zh-(Hant|HK|MO)\b.*/, "zh-TW"), tag.split("-")[0]]);
  return tags.find((tag) => known.includes(tag)) ?? language;
}

/** Asks what a new book is about. Returns what was typed; nothing if the user cancels. */
async function askAbout(heading, settings, { values: { printer, ...known }, questions, about = "", looks = [] }) {
  const form = copyTemplate("new-form");
  form.firstElementChild.textContent = about;
  // These printers are for other countries than China.
  const usual = { lang: findLanguage(settings), ...known, printer: (language !== "zh" && printer) || "" };
  for (const select of form.querySelectorAll("select")) {
    const setting = settings.find(({ name }) => name === select.name);
    if (select.name === "printer") select.append(new Option(t("usual.none"), ""));
    select.append(...page.createOptions(setting, usual[select.name]));
  }
  for (const name of questions) {
    const control = ["volume-titles", "pupils"].includes(name) ? create("textarea", { name, rows: 3 }) :
      name === "size" ? create("select", { name }, ...["9", "6", "4"].map((n) => new Option(`${n} × ${n}`, n))) :
      create("input", { name, type: name === "first-day" ? "date" : "text" });
    form.append(create("label", {}, create("span", {}, t(`ask.${name}`)), control));
  }
  if (looks.length) {
    const onchange = ({ target: { selectedIndex } }) =>
      (form.querySelector("[name=printer]").value = (looks[selectedIndex - 1]?.values ?? usual).printer ?? "");
    form.append(create("label", {}, create("span", {}, t("new.like")), create("select", { name: "like", onchange },
      new Option(t("new.like.none"), ""), ...looks.map(({ name, title }) => new Option(title || name, name)))));
  }
  const fields = [...form.querySelectorAll("input, textarea, [name=size]")];
  const answers = { title: "", author: localStorage.author ?? "", weeks: "1", pupils: known.sheets,
    "first-day": `${new Date().getFullYear() + 1}-01-01`, ...known };
  for (const field of fields) field.value = answers[field.name] ?? field.value;
  if (questions.includes("volume-titles")) form.querySelector("span").textContent = t("label.series");
  if (!(await page.ask(heading, form, { create: t("new.create"), "": t("cancel") }))) return undefined;
  localStorage.author = form.querySelector("[name=author]").value;
  const typed = [...new FormData(byId("ask").firstElementChild)];
  return Object.fromEntries(typed.filter(([name, value]) => value.trim() || name === "printer"));
}

/** Asks what a new book is about, writes its draft, and opens it. It can have the look of a book of its design. */
async function beginBook({ name, about = t(`start.${name}.about`), ...start }, settings, books) {
  const looks = books.filter(({ version, values }) => version && values.template === start.values.template);
  const typed = await askAbout(t(`start.${name}`), settings, { ...start, looks, about });
  if (!typed) return location.replace("#/");
  const { like = "", ...values } = typed;
  const { book, message } = await askJson("new", { start: name, like, values });
  if (message) return beginBook({ ...start, name, about: message, values: { ...start.values, ...typed } }, settings, books);
  return location.replace(book ? `#/book/${encodeURIComponent(book)}` : "#/");
}

/** Creates the verdict on a PDF: refusals first, advice folded. A cover needs the pages of its book. */
function createFindings({ findings, advice, notes, sheet, rings, asks, message, verdict }, name, order, show) {
  const check = async (more) => show(...createFindings(await askJson("check",
    Object.assign(order, more)), name, order, show));
  main.querySelector(".check select").onchange = ({ target }) => check({ printer: target.value });
  if (!findings) {
    const onchange = ({ target }) =>
      (order[target.name] = target.value) && asks.every((key) => order[key]) && check();
    const createInput = (key) => create("input", { name: key, value: order[key] ?? "", onchange });
    return [...asks.map((key) => create("label", {}, t(`check.${key}`), createInput(key))),
      createMessage("p", message ?? "")];
  }
  const file = new Blob([sheet], { type: "text/html" });
  const onclick = () => page.download(file, name.replace(/\.pdf$/i, ".html"));
  const button = create("button", { type: "button", onclick }, t("check.sheet"));
  const createList = (texts) => create("ul", {}, ...texts.map((text) => createMessage("li", text)));
  const more = [...advice, ...notes];
  const aside = create("details", {}, create("summary", {}, t("check.advice")), createList(more));
  const shown = rings.map(({ page: n, svg }) => create("img", { alt: t("page.number", { n }),
    title: t("page.number", { n }), src: `data:image/svg+xml,${encodeURIComponent(svg)}` }));
  return [create("h4", {}, `${name}: ${verdict}`), createList(findings),
    create("div", { className: "rings" }, ...shown), ...(more.length ? [aside] : []), ...(sheet ? [button] : [])];
}

/** Creates the menu of a book on the shelf. */
function createMenu({ name, title, values, imported }, printers) {
  const act = async (action) => {
    const others = page.createOptions(printers).filter(({ value }) => value !== values.printer);
    const [input, select] = [create("input", { value: values.title ?? title }), create("select", {}, ...others)];
    const bodies = { remove: create("p", {}, t("menu.remove.about", { book: title || name })),
      copy: create("label", {}, create("p", {}, t("menu.copy.about")), select),
      "share-look": create("p", {}, t("menu.share-look.about", values)),
      rename: create("label", {}, create("p", {}, t("menu.rename.about")), input) };
    const choices = { remove: { "": t("cancel"), yes: t("menu.remove") },
      copy: { yes: t("new.create"), "": t("cancel") },
      "share-look": { yes: t("menu.share-look.yes"), "": t("cancel") },
      rename: { yes: t("menu.rename"), "": t("cancel") } }[action];
    if (choices && !(await page.ask(t(`menu.${action}`), bodies[action], choices))) return;
    const about = { title: input.value, printer: select.value };
    const { book, message } = await askJson("shelf", { book: name, action, ...about });
    if (message) await page.ask(t(`menu.${action}`), createMessage("p", message), { "": t("cancel") });
    if (book) location.hash = `#/book/${encodeURIComponent(book)}`;
    else if (choices) showView();
  };
  // The next volume of a file is another file.
  const actions = ["duplicate", "copy", "share-look", "rename", "show", "remove"].slice(imported ? 1 : 0);
  const buttons = actions.filter((action) => values.series || action !== "share-look").map((action) =>
    create("button", { type: "button", onclick: () => act(action) }, t(`menu.${action}`)));
  const summary = create("summary", { ariaLabel: t("menu", { book: title || name }) }, "⋯");
  return create("details", { className: "menu" }, summary, create("div", {}, ...buttons));
}

async function copyText({ target }) {
  if (!target.matches(".copy")) return;
  await navigator.clipboard.writeText(target.parentElement.querySelector("pre").textContent);
  target.textContent = t("copied");
  page.announce(t("copied"));
  setTimeout(() => (target.textContent = t("copy")), 2000);
}

byId("language").append(...Object.entries(page.languages).map(([code, { name, tag }]) =>
  create("option", { value: code, lang: tag, selected: code === language }, name)));
byId("language").onchange = async ({ target }) => {
  localStorage.language = target.value;
  await finishSaving();
  location.reload();
};
byId("close").onclick = async () => {
  if (!(await page.ask(t("close"), create("p", {}, t("close.sure")), { end: t("close"), "": t("cancel") }))) return;
  await finishSaving();
  const { making } = await askJson("close", {});
  const choices = { close: t("close.yes"), "": t("cancel") };
  if (making && !(await page.ask(t("close"), create("p", {}, t("close.about", { book: making })), choices))) return;
  leaving.abort(); // Nothing asks a studio that has ended.
  main.replaceChildren(create("p", { className: "closed" }, t("closed")));
  if (making) await page.request("close", { stop: true });
};
byId("skip").onclick = () => main.focus();
addEventListener("click", copyText);
addEventListener("hashchange", showView);
// A view that was left has dropped its requests.
addEventListener("unhandledrejection", (event) => event.reason?.name === "AbortError" && event.preventDefault());
// The whole window takes a file, which must never replace the page. That of a book with a file of
// puzzles takes another one.
async function takeFile(event) {
  if (event.target.type === "file") return;
  event.preventDefault();
  const files = event.dataTransfer?.files ?? [];
  const area = /\.pdf$/i.test(files[0]?.name) ? ".check" : ".import";
  const input = event.type === "drop" && files.length && main.querySelector(`${area} input`);
  if (!input) return;
  if (files.length > 1) await page.ask(t("import"), create("p", {}, t("file.one", files[0])), { "": t("faults.none") });
  main.querySelector("#tab-puzzles")?.click();
  input.files = files;
  input.dispatchEvent(new Event("change"));
  input.scrollIntoView({ block: "center" });
}
for (const type of ["dragover", "drop"]) addEventListener(type, takeFile);
document.documentElement.lang = page.languages[language].tag;
page.translate(document);
showView();
