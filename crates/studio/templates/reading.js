// What was read of a file of puzzles: its notes, and its faults as grids that can be typed over.
import { ask, askJson, byId, create, createMessage, t } from "./page.js";

/** The rows and the columns of a block, by the side of the grid. */
const BLOCKS = { 4: [2, 2], 6: [2, 3], 9: [3, 3] };

/** Shows the faults of a file, and reads it again with the grids that the user corrects, which the order keeps.
    Returns what becomes of the faults; "" for nothing. */
export async function askAboutFaults({ message, notes = [], puzzles, faults = [], others, repeated }, name, order, goOn) {
  const corrected = { ...order.corrected };
  const rows = faults.map((fault) => create("tr", {}, create("th", { scope: "row" }, fault.place),
    create("td", {}, fault.text, ...(fault.cells ? [createGrid(fault, corrected)] : []))));
  const hasGrids = faults.some(({ cells }) => cells);
  const body = create("div", { className: "reading", tabIndex: 0 },
    create("ul", {}, ...[...notes, message ?? ""].filter(Boolean).map((note) => createMessage("li", note))),
    hasGrids ? create("p", {}, t("faults.correct")) : "", create("table", {}, ...rows), others ?? "");
  const choice = await ask(name, body, { ...(puzzles && { "leave-out": faults.length ? t("faults.leave") : goOn }),
    ...(repeated && { keep: t("faults.keep") }), ...(hasGrids && { again: t("faults.again") }), "": t("cancel") });
  if (choice !== "again") return choice;
  const found = await askJson("read", Object.assign(order, { corrected }));
  return askAboutFaults(found, name, order, goOn);
}

/** Creates a grid whose cells can be typed over; those in doubt are marked. The arrow keys go from cell to cell. */
function createGrid({ place, row, cells, doubtful }, corrected) {
  const side = Math.sqrt(cells.length);
  const [tall, wide] = BLOCKS[side];
  const inputs = [...cells].map((sign, at) => {
    const [y, x] = [Math.floor(at / side) + 1, (at % side) + 1];
    return create("input", { value: sign.replace(".", ""), maxLength: 1, inputMode: "numeric", autocomplete: "off",
      tabIndex: at ? -1 : 0, ariaLabel: t("cell", { row: y, column: x }), ariaInvalid: doubtful.includes(at),
      className: `${x % wide || x === side ? "" : "right"} ${y % tall || y === side ? "" : "low"}` });
  });
  const grid = create("div", { className: "grid", role: "group", ariaLabel: place }, ...inputs);
  grid.style.setProperty("--side", side);
  grid.addEventListener("focusin", ({ target }) => target.select());
  grid.oninput = ({ target }) => {
    if (!(target.value >= 1 && target.value <= side)) target.value = "";
    corrected[row] = inputs.map(({ value }) => value || ".").join("");
  };
  grid.onkeydown = (event) => {
    if (event.key === "Enter") byId("ask").querySelector("[value=again]").click();
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -side, ArrowDown: side }[event.key];
    inputs[inputs.indexOf(event.target) + by]?.focus();
    if (by || event.key === "Enter") event.preventDefault();
  };
  return grid;
}
