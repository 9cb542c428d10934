// The puzzles on the shown pages: a button over each, its card, its solution, and what becomes of it.
import { announce, create, formatNumber, placeOn, request, showPicture, t, wordOf } from "./page.js";

const PICTURE_SCALE = 4;
const CARD_GAP = 12;

/** Puts a button over each puzzle of the shown pages. An open card follows its puzzle. */
export async function showPuzzles(book, count) {
  const { preview, first, find, signal } = book;
  const isShown = () => book.preview === preview && book.first === first && book.page;
  const leaves = book.findAll(".leaf");
  const lists = await Promise.all(leaves.map(async (leaf, at) => {
    const page = first + at;
    if (!book.page || at >= count || page < 1 || page > book.pages) return [];
    const answer = await request(`preview/${preview}/puzzles/${page}`, undefined, signal);
    // The server forgets an older preview.
    return answer.ok ? (await answer.json()).map((puzzle, nth) => ({ ...puzzle, page, nth, at })) : [];
  }));
  if (book.page && !isShown()) return;
  const focused = document.activeElement.closest(".leaf") && document.activeElement.value;
  leaves.forEach((leaf, at) => placeButtons(book, leaf, lists[at]));
  book.puzzles = lists.flat();
  find(".solve-all").hidden = !book.puzzles.length;
  showSolutions(book);
  findButton(book, focused)?.focus();
  const opened = book.opened && book.puzzles.find(({ name }) => name === book.opened);
  if (opened) showCard(book, opened);
  else hidePuzzle(book);
}

const findButton = (book, name) => book.findAll(".leaf button").find(({ value }) => value === `${name}`);
const nameOf = (name) => (typeof name === "number" ? formatNumber(name) : name);
const levelOf = ({ level, number, of }) => t("puzzle.level.of", { level: wordOf("level", level), number, of });

/** Puts a button over each puzzle of a page. One that is there stays: a click on it may have begun. */
function placeButtons(book, leaf, puzzles) {
  const names = [...leaf.children].map(({ value }) => value);
  if (`${names}` !== `${puzzles.map(({ name }) => name)}`)
    leaf.replaceChildren(...puzzles.map(({ name }) => create("button", { type: "button", value: name })));
  puzzles.forEach((puzzle, at) => {
    const { name, place } = puzzle;
    const button = placeOn(Object.assign(leaf.children[at], { ariaHasPopup: "dialog",
      ariaLabel: t("puzzle.open", { n: nameOf(name), level: levelOf(puzzle) }) }), place);
    button.replaceChildren();
    button.onclick = () => showCard(Object.assign(book, { opened: name }), puzzle);
  });
}

/** Shows the solutions that are wanted: of all puzzles, or of some by their names. */
function showSolutions(book) {
  book.find(".solve-all").ariaPressed = book.solved.has("all");
  for (const { name, page, nth } of book.puzzles) {
    const button = findButton(book, name);
    const isSolved = book.solved.has("all") || book.solved.has(name);
    if (!isSolved) button.replaceChildren();
    else if (!button.firstChild) {
      button.append(create("img", { alt: "" }));
      showPicture(button.firstChild, `preview/${book.preview}/solutions/${page}/${nth}.svg`, book.signal);
    }
  }
}

export function solveAll(book) {
  if (!book.puzzles.length) return;
  const isSolved = book.solved.has("all");
  book.solved.clear();
  if (!isSolved) book.solved.add("all");
  showSolutions(book);
  announce(t(isSolved ? "solutions.hidden" : "solutions.shown"));
}

/** Shows the card of a puzzle beside it. */
function showCard(book, puzzle) {
  const { name, id, page, minutes, givens } = puzzle;
  const card = book.find(".puzzle");
  const [heading, place, facts, buttons, note] = card.children;
  heading.textContent = t("puzzle", { n: nameOf(name) });
  place.textContent = t("puzzle.page", { n: book.folios[page - 1] || page });
  const time = minutes && t("puzzle.minutes", { n: [...new Set(minutes)].join("–") });
  const texts = { level: levelOf(puzzle), time, givens: t("puzzle.givens.n", { n: givens }) };
  const rows = Object.entries(texts).filter(([, text]) => text).map(([key, text]) =>
    create("div", {}, create("dt", {}, t(`puzzle.${key}`)), create("dd", {}, text)));
  facts.replaceChildren(...rows);
  const [solve, another] = buttons.children;
  const isSolved = book.solved.has("all") || book.solved.has(name);
  solve.textContent = t(isSolved ? "puzzle.hide" : "puzzle.solve");
  solve.onclick = () => {
    if (isSolved && book.solved.has("all")) for (const other of book.puzzles) book.solved.add(other.name);
    book.solved.delete("all");
    book.solved[isSolved ? "delete" : "add"](name);
    showSolutions(book);
    showCard(book, puzzle);
  };
  another.hidden = note.hidden = !id;
  // The pages before a problem stay, and their figures are gone.
  note.textContent = book.found ? t("puzzle.others", { n: formatNumber(book.found.puzzles - 1) }) : "";
  const refusal = card.querySelector(".problem");
  const order = async (...wanted) => (refusal.textContent = (await book.orderPuzzles(...wanted)) ?? "");
  refusal.textContent = "";
  another.onclick = () => order("another", id);
  const swap = card.querySelector(".swap");
  swap.hidden = typeof name !== "number" || Boolean(book.values.sheets);
  swap.lastElementChild.value = "";
  swap.lastElementChild.onchange = ({ target }) => target.value && order("swap", `${name}=${target.value}`);
  card.querySelector(".print").onclick = () => printPage(book, puzzle.at);
  card.querySelector(".picture").onclick = ({ target }) => copyPicture(book, puzzle, target);
  if (!card.matches(":popover-open")) card.showPopover();
  placeCard(card, findButton(book, name).getBoundingClientRect());
}

/** Places the card at the side of a puzzle that has room; the style sheet does so on a phone. */
function placeCard(card, { left, right, top }) {
  const { width, height } = card.getBoundingClientRect();
  const isRight = right + CARD_GAP + width < innerWidth;
  const x = isRight ? right + CARD_GAP : Math.max(left - CARD_GAP - width, CARD_GAP);
  card.style.setProperty("--x", `${x}px`);
  card.style.setProperty("--y", `${Math.max(Math.min(top, innerHeight - height - CARD_GAP), CARD_GAP)}px`);
}

/** Hides the card. Returns true if it was open. */
export function hidePuzzle(book) {
  const card = book.find(".puzzle");
  const isOpen = card.matches(":popover-open");
  if (isOpen) card.hidePopover();
  return isOpen;
}

/** Prints one of the shown pages as large as it is. Without a choice the browser prints all. */
function printPage(book, at) {
  hidePuzzle(book);
  book.find(".spread").dataset.printed = at;
  addEventListener("afterprint", () => delete book.find(".spread").dataset.printed, { once: true });
  print();
}

/** Puts a puzzle as it is shown into the clipboard. */
async function copyPicture(book, { name, at, place: [left, top, width, height] }, button) {
  const page = book.findAll(".spread > img")[at];
  const [whole, tall] = [page.naturalWidth, page.naturalHeight];
  const canvas = create("canvas", { width: PICTURE_SCALE * width * whole, height: PICTURE_SCALE * height * tall });
  const context = canvas.getContext("2d");
  context.drawImage(page, left * whole, top * tall, width * whole, height * tall, 0, 0, canvas.width, canvas.height);
  const solution = findButton(book, name).firstChild;
  if (solution) context.drawImage(solution, 0, 0, canvas.width, canvas.height);
  const picture = new Promise((resolve) => canvas.toBlob(resolve));
  const copied = navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]);
  button.textContent = await copied.then(() => t("copied"), () => t("puzzle.picture.failed"));
  announce(button.textContent);
}

export function setUpPuzzles(book) {
  Object.assign(book, { puzzles: [], solved: new Set() });
  book.find(".solve-all").onclick = () => solveAll(book);
  const card = book.find(".puzzle");
  card.querySelector(".close").onclick = () => hidePuzzle(book);
  card.ontoggle = ({ newState }) => {
    if (newState === "open") return;
    card.querySelector(".picture").textContent = t("puzzle.picture");
    // The button that opened it may be another one by now.
    if (document.activeElement.matches("body, .puzzle *")) findButton(book, book.opened)?.focus({ preventScroll: true });
    book.opened = undefined;
  };
}
