// The entry of the page: the header, the view of the address, and the shelf.
import * as page from "./page.js";
import { askJson, byId, copyTemplate, create, createMessage, language, t, tCount } from "./page.js";
import { createBookView, finishSaving } from "./book.js";

const main = byId("main");
let leaving = new AbortController();

/** Shows the view of the address. The view before it stops its requests, but not its saving. */
async function showView() {
  const token = /^#([\w-]{16,})$/.exec(location.hash)?.[1];
  if (token) page.keepToken(token);
  if (token) history.replaceState(null, "", "#/"); // The history must not keep it.
  leaving.abort();
  leaving = new AbortController();
  const { signal } = leaving;
  await finishSaving();
  const shelf = await askJson("books", undefined, signal);
  const settings = await askJson("settings", undefined, signal);
  const [, view, name] = location.hash.split("/");
  const book = view === "book" &&
    shelf.books.find((entry) => encodeURIComponent(entry.name) === name);
  const start = view === "new" && shelf.starts.find((entry) => entry.name === name);
  document.body.dataset.view = book ? "book" : "shelf";
  document.title = byId("heading").textContent = t("books");
  if (main.firstChild) main.focus({ preventScroll: true });
  main.replaceChildren(
    book ? createBookView(book, shelf, settings, signal) : createShelf(shelf, settings, signal));
  if (start) beginBook(start, shelf, settings);
  else scrollTo(0, 0);
}

function createShelf(shelf, settings, signal) {
  const root = copyTemplate("shelf-view");
  const find = (selector) => root.querySelector(selector);
  find(".folder").textContent = t("books.folder", { folder: shelf.folder });
  for (const { name, about } of shelf.starts) {
    const texts = [t(`start.${name}`, {}, name), t(`start.${name}.about`, {}, about)];
    const card = addCard(find(".starts"), `#/new/${name}`, texts);
    page.showPicture(card.picture, `starts/${name}/picture`, signal);
  }
  for (const book of shelf.books) {
    const title = book.title || book.name;
    const state = shelf.making === book.name ? "making" : book.state;
    const about = [book.puzzles && tCount("puzzles", book.puzzles),
      book.printer && page.wordOf("printer", book.printer)].filter(Boolean).join(" · ");
    const changed = t("changed", { settings: book.changed.map(page.labelOf).join(", ") });
    const reason = book.message || (state === "changed" ? changed : "");
    const link = `#/book/${encodeURIComponent(book.name)}`;
    const card = addCard(find(".books"), link, [title, about, reason]);
    Object.assign(card.badge, { className: `badge ${state}`, textContent: t(`state.${state}`) });
    card.blank.textContent = title;
    if (book.picture) page.showPicture(card.picture, `books/${encodeURIComponent(book.name)}/picture.svg`, signal);
  }
  find("select").append(...page.createOptions(settings.find(({ name }) => name === "printer")));
  setUpDrop(find(".check"), "check", () => ({ printer: find("select").value }), createFindings);
  setUpDrop(find(".import"), "import", () => ({}), ({ book }) => {
    location.hash = `#/book/${book}`;
    return [];
  });
  return root;
}

function addCard(list, href, texts) {
  const item = copyTemplate("card");
  const [cover, badge, ...places] = item.firstChild.children;
  item.firstChild.href = href;
  texts.forEach((text, at) => (places[at].textContent = text));
  list.append(item);
  return { blank: cover.firstChild, picture: cover.lastChild, badge };
}

/** Asks for the title of a new book, writes its draft, and opens it. */
async function beginBook(start, shelf, settings) {
  const form = copyTemplate("new-form");
  const fields = [...form.querySelectorAll("input, select")];
  const [title, author, lang] = fields;
  author.value = localStorage.author ?? "";
  lang.append(...page.createOptions(settings.find(({ name }) => name === "lang"), language));
  const choices = { create: t("new.create"), "": t("cancel") };
  const choice = await page.ask(t(`start.${start.name}`, {}, start.name), form, choices);
  if (choice !== "create") return location.replace("#/");
  localStorage.author = author.value;
  const typed = fields.filter(({ value }) => value.trim()).map(({ name, value }) => [name, value]);
  const values = { ...start.values, ...Object.fromEntries(typed) };
  const plain = title.value.normalize("NFKD").toLowerCase().replace(/[^a-z0-9\s]/g, "").trim();
  const stem = plain.replace(/\s+/g, "-").slice(0, 80) || start.name;
  const isDevice = (name) => /^(con|prn|aux|nul|com\d|lpt\d)$/.test(name);
  const isTaken = (name) => isDevice(name) || shelf.books.some((book) => book.name === name);
  let book = stem;
  for (let number = 2; isTaken(book); number += 1) book = `${stem}-${number}`;
  const { message } = await askJson("save", { book, values, version: "" });
  if (message) await page.ask(t("new.failed"), createMessage("p", message), { "": t("cancel") });
  return location.replace(message ? "#/" : `#/book/${book}`);
}

/** Makes a drop area send its files and show the answers. */
function setUpDrop(area, path, getMore, createResult) {
  const show = (...parts) => area.querySelector(".result").replaceChildren(...parts);
  area.querySelector("input").addEventListener("change", () => show(t("file.sending")));
  page.sendFiles(area.querySelector("input"), path, getMore, (answer, name) => {
    const { message } = answer;
    show(...(message ? [createMessage("p", message)] : createResult(answer, name)));
  });
}

function createFindings({ findings, advice, notes, sheet }, name) {
  const file = new Blob([sheet], { type: "text/html" });
  const onclick = () => page.download(file, name.replace(/\.pdf$/i, ".html"));
  const button = create("button", { type: "button", onclick }, t("check.sheet"));
  const heading = create("h4", {}, `${name}: ${tCount("findings", findings.length)}`);
  const createList = (texts) => create("ul", {}, ...texts.map((text) => createMessage("li", text)));
  const more = [...advice, ...notes];
  const aside = more.length ? [create("h4", {}, t("check.advice")), createList(more)] : [];
  return [heading, createList(findings), ...aside, button];
}

async function copyText({ target }) {
  if (!target.matches(".copy")) return;
  await navigator.clipboard.writeText(target.parentElement.querySelector("pre").textContent);
  target.textContent = t("copied");
  page.announce(t("copied"));
  setTimeout(() => (target.textContent = t("copy")), 2000);
}

byId("language").lang = language === "zh" ? "en" : "zh";
byId("language").onclick = async ({ target }) => {
  localStorage.language = target.lang;
  await finishSaving();
  location.reload();
};
byId("close").onclick = async () => {
  await finishSaving();
  const { making } = await askJson("close", {});
  const choices = { close: t("close.yes"), "": t("cancel") };
  const about = create("p", {}, t("close.about", { book: making }));
  if (making && !(await page.ask(t("close"), about, choices))) return;
  leaving.abort(); // Nothing asks a studio that has ended.
  main.replaceChildren(create("p", { className: "closed" }, t("closed")));
  if (making) await page.request("close", { stop: true });
};
byId("skip").onclick = () => main.focus();
addEventListener("click", copyText);
addEventListener("hashchange", showView);
// A view that was left has dropped its requests.
addEventListener("unhandledrejection", (event) =>
  event.reason?.name === "AbortError" && event.preventDefault());
// A file that misses the drop areas must not replace the page.
const refuseFile = (event) => event.target.type !== "file" && event.preventDefault();
for (const type of ["dragover", "drop"]) addEventListener(type, refuseFile);
document.documentElement.lang = language === "zh" ? "zh-Hans" : "en";
page.translate(document);
showView();
