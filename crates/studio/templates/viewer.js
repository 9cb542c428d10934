// The pages of a preview: the spread, the whole cover, small pages, and ways to jump.
import { create, formatNumber, labelOf, placeOn, request, showPicture, t } from "./page.js";
import { focusField } from "./fields.js";
import { hidePuzzle, setUpPuzzles, showPuzzles, solveAll } from "./puzzles.js";

const SWIPE_PX = 40;
const WHEEL_PX = 60;
// The parts that print what a field has.
const PARTS = { title: "title", subtitle: "title", author: "title", copyright: "copyright", answers: "answers" };
const wideWindow = matchMedia("(width >= 900px), (width > 640px) and (height >= 900px)");

/** Shows the pictures of a new preview. The spread comes first, the small pages when it is there. */
export function showPictures(book, found) {
  const { pages, jumps, folios, cover, trim_mm: [width, height] } = found;
  Object.assign(book, { pages, folios, hasCover: cover, preview: found.preview });
  const preview = book.find(".preview");
  preview.style.setProperty("--ratio", width / height);
  preview.style.setProperty("--width", `${width}mm`);
  preview.dataset.cover = cover;
  for (const image of cover ? book.findAll(".whole img, .standing img") : [])
    showPicture(image, `preview/${found.preview}/cover.svg`, book.signal).then(() => showMarks(book));
  book.find(".places").replaceChildren(...jumps.map(([text, to]) => new Option(text, to)));
  book.page ??= found.opens;
  showPages(book, book.page).then(() => book.preview === found.preview && showThumbs(book));
}

/** Marks the trim and the folds of the cover, and puts a button over what a field changes. */
async function showMarks({ preview, signal, find }) {
  const answer = await request(`preview/${preview}/cover`, undefined, signal);
  const { ratio, places } = answer.ok ? await answer.json() : { places: [] };
  find(".whole").style.setProperty("--ratio", ratio);
  find(".marks").replaceChildren(...places.map(({ kind, setting, place }) => {
    const mark = setting ? create("button", { type: "button", value: setting }, create("span", {},
      kind === "barcode" ? t("cover.barcode") : labelOf(setting))) : create("i");
    return placeOn(Object.assign(mark, { className: kind }), place);
  }));
  lightMarks({ find });
  showStanding(find, places, ratio);
}

/** Shows the book as it will stand: its front and its spine, as parts of the cover. */
function showStanding(find, places, ratio) {
  const [fold, trim] = ["fold", "trim"].map((kind) => places.find((known) => known.kind === kind)?.place);
  find(".standing").hidden = !fold?.[2];
  if (!fold?.[2]) return;
  const [left, , spine] = fold;
  const [edge, top, width, height] = trim;
  const parts = { ".front": [left + spine, edge + width - left - spine], ".spine": [left, spine] };
  for (const [part, [start, share]] of Object.entries(parts)) {
    find(`.standing ${part}`).style.aspectRatio = (share / height) * ratio;
    placeOn(find(`.standing ${part} img`), [-start / share, -top / height, 1 / share, 1 / height]);
  }
}

/** Shows on the cover what the field with the cursor changes. */
function lightMarks({ find }) {
  const { name } = document.activeElement.closest(".field")?.dataset ?? {};
  for (const mark of find(".marks").children) mark.classList.toggle("lit", mark.value === name);
}

/** Shows the first page that a field changes: of its level, or of its part. */
function followField(book, field) {
  const { places = [] } = book.found ?? {};
  const levels = (book.levels?.rows ?? []).filter(({ count }) => Number(count));
  const chapters = places.filter(({ chapter }) => chapter);
  const level = chapters[levels.findIndex(({ key }) => field.id === `level-${key}`)];
  const part = PARTS[field.closest(".field")?.dataset.name];
  const place = chapters.length === levels.length && level ? level : places.find((known) => part && known.part === part);
  if (place) showPages(book, place.page);
}

/** Shows a page in an image: page 0 is the front. */
function showPage(book, image, number) {
  const file = number ? `pages/${number}.svg` : "front.svg";
  image.alt = number ? t("page.number", { n: number }) : t("cover.front");
  return showPicture(image, `preview/${book.preview}/${file}`, book.signal);
}

/** Shows the small pages. Each is fetched when it is seen. */
function showThumbs(book) {
  const strip = book.find(".thumbs");
  const first = book.hasCover ? 0 : 1;
  if (strip.firstChild && Number(strip.querySelector("button").value) !== first) strip.replaceChildren();
  while (strip.childElementCount > book.pages + 1 - first) strip.lastChild.remove();
  for (let value = first + strip.childElementCount; value <= book.pages; value += 1) {
    const parts = [create("img"), create("span", { ariaHidden: true }, value || t("cover.short"))];
    strip.append(create("li", {}, create("button", { type: "button", value, tabIndex: -1 }, ...parts)));
  }
  for (const image of strip.querySelectorAll("img")) showPage(book, image, Number(image.parentElement.value));
  markThumb(book);
}

function markThumb(book) {
  const strip = book.find(".thumbs");
  const shown = strip.querySelector(`[value="${book.page}"]`);
  if (!shown) return;
  Object.assign(strip.querySelector("[aria-current]") ?? {}, { tabIndex: -1, ariaCurrent: null });
  Object.assign(shown, { tabIndex: 0, ariaCurrent: "page" });
  strip.scrollLeft = shown.offsetLeft - (strip.clientWidth - shown.clientWidth) / 2;
  if (strip.contains(document.activeElement)) shown.focus({ preventScroll: true });
}

/** Shows a page, or the spread that it belongs to: an even page is at the left. Page 0 is the
    front, alone. */
export function showPages(book, wanted) {
  if (!book.pages) return;
  const count = wideWindow.matches ? 2 : 1;
  const least = book.hasCover ? 0 : 1;
  book.page = Math.min(Math.max(Math.trunc(wanted) || 0, least), book.pages);
  const isFront = book.page === 0;
  book.first = isFront ? 1 - count : book.page - (book.page % count);
  book.next = isFront ? 1 : book.first + count;
  const shown = book.findAll(".spread > img").map((image, at) => {
    const number = isFront ? (at === count - 1 ? 0 : -1) : book.first + at;
    const isPage = isFront ? number === 0 : number >= 1 && number <= book.pages;
    image.classList.toggle("none", !isPage);
    return isPage && showPage(book, image, number);
  });
  book.find(".turn.back").disabled = book.page === least || (!book.hasCover && book.first <= 1);
  book.find(".next").disabled = book.next > book.pages;
  book.find(".number input").value = isFront ? "" : book.page;
  book.find(".folio input").value = isFront ? "" : book.folios[book.page - 1];
  book.find(".of").textContent = t("page.of", { n: formatNumber(book.pages) });
  markThumb(book);
  book.placed = showPuzzles(book, count);
  return Promise.all(shown);
}

export function setUpViewer(book) {
  const { signal, find } = book;
  const stage = find(".stage");
  const turns = { ArrowLeft: ".turn.back", ArrowRight: ".next", PageUp: ".turn.back", PageDown: ".next" };
  const ends = { Home: () => 0, End: () => book.pages };
  setUpPuzzles(book);
  find(".turn.back").onclick = () => showPages(book, book.page === 1 ? 0 : Math.max(book.first - 1, 0));
  find(".next").onclick = () => showPages(book, book.next);
  find(".thumbs").onclick = ({ target }) => showPages(book, target.closest("button")?.value ?? book.page);
  find(".number input").onchange = ({ target }) => showPages(book, target.value);
  find(".folio input").onchange = ({ target }) => {
    const at = book.folios.indexOf(target.value.trim().toLowerCase());
    showPages(book, at < 0 ? book.page : at + 1);
  };
  book.showCover = () => book.hasCover && book.showView("cover");
  find(".marks").onclick = ({ target }) => focusField(book, target.closest("button")?.value);
  find(".form").addEventListener("focusin", ({ target }) => {
    lightMarks(book);
    if (find(".preview").dataset.view === "pages") followField(book, target);
  });
  // A picture that is dropped on the cover is chosen in its field.
  find(".whole").ondragover = (event) => event.preventDefault();
  find(".whole").ondrop = (event) => {
    event.preventDefault();
    event.stopPropagation();
    const chooser = find("[data-name=cover-picture] [type=file]");
    chooser.files = event.dataTransfer.files;
    chooser.onchange();
  };
  find(".places").onchange = ({ target: { value } }) => {
    book.showView(value === "cover" ? "cover" : "pages");
    if (value !== "cover") showPages(book, value);
    find(".places").value = "";
  };
  // A click shows a page as large as it is printed, and another one shows the spread.
  stage.onclick = ({ target }) => target.localName === "img" && stage.classList.toggle("zoom");
  let [wheel, touched] = [0, 0];
  const turn = (by) => find(by < 0 ? ".turn.back" : ".next").click();
  stage.addEventListener("wheel", (event) => {
    if (stage.classList.contains("zoom") || event.ctrlKey) return;
    wheel += event.deltaY;
    if (Math.abs(wheel) >= WHEEL_PX) wheel = turn(wheel) ?? 0;
  }, { passive: true });
  stage.addEventListener("touchstart", ({ touches }) => (touched = touches[0].clientX), { passive: true });
  stage.addEventListener("touchend", ({ changedTouches: [{ clientX }] }) =>
    Math.abs(clientX - touched) > SWIPE_PX && turn(touched - clientX), { passive: true });
  wideWindow.addEventListener("change", () => showPages(book, book.page), { signal });
  addEventListener("keydown", ({ key, target, ctrlKey, metaKey, altKey }) => {
    if (key === "Escape" && !hidePuzzle(book)) {
      find(".checks").open = false;
      stage.classList.remove("zoom");
    }
    const isOnPages = target.matches("body, main, .preview :not(input, select, .puzzle *)");
    if (!isOnPages || ctrlKey || metaKey || altKey) return;
    if (key in turns) find(turns[key]).click();
    if (key in ends) showPages(book, ends[key]());
    if (key.toLowerCase() === "s") solveAll(book);
  }, { signal });
}
