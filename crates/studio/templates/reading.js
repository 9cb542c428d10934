// What was read of a file of puzzles: its notes, its columns, and its faults as grids that can be typed over.
import { ask, askJson, byId, create, createMessage, t } from "./page.js";

/** The rows and the columns of a block, by the side of the grid. */
const BLOCKS = { 4: [2, 2], 6: [2, 3], 9: [3, 3] };

/** Shows the faults of a file, and reads it again with the grids that the user corrects and the columns that the
    user names, which the order keeps. Returns what becomes of the faults; "" for nothing. */
export async function askAboutFaults(found, name, order, goOn) {
  const { message, notes = [], puzzles, columns = [], faults = [], others, repeated } = found;
  const { corrected, columns: named } = (order.choices ??= { corrected: {}, columns: {} });
  const rows = faults.map((fault) => create("tr", {}, create("th", { scope: "row" }, fault.place),
    create("td", {}, fault.text, ...(fault.cells ? [createGrid(fault, corrected)] : []))));
  const hasGrids = faults.some(({ cells }) => cells);
  const body = create("div", { className: "reading", tabIndex: 0 },
    create("ul", {}, ...[...notes, message ?? ""].filter(Boolean).map((note) => createMessage("li", note))),
    ...columns.map((column) => createList(column, named)), hasGrids ? create("p", {}, t("faults.correct")) : "",
    create("table", {}, ...rows), others ?? "");
  const choice = await ask(name, body, { ...(puzzles && { "leave-out": faults.length ? t("faults.leave") : goOn }),
    ...(repeated && { keep: t("faults.keep") }),
    ...((hasGrids || columns.length > 0) && { again: t("faults.again") }), "": t("cancel") });
  return choice === "again" ? askAboutFaults(await askJson("read", order), name, order, goOn) : choice;
}

/** Creates the list from which the user chooses a column. */
function createList({ use, label, name, names }, named) {
  const onchange = ({ target }) => (named[use] = target.value || undefined);
  const options = names.map((column) => new Option(column, column, false, column === name));
  options.unshift(new Option(t("column.none"), ""));
  return create("label", {}, create("span", {}, label), create("select", { onchange }, ...options));
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
