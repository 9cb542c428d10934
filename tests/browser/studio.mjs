// Uses the studio in Chromium as a self-publisher does: from a starting point to a finished book, in two windows,
// with the keyboard, on a phone, in the dark, after a crash, and while the studio is away.
import assert from "node:assert/strict";
import { spawn, execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, mkdirSync, readFileSync, rmSync, existsSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { crc32, deflateSync } from "node:zlib";
import puppeteer from "puppeteer-core";

const [program, pictures, length] = process.argv.slice(2);
const isShort = length === "short";
const axe = readFileSync("node_modules/axe-core/axe.min.js", "utf8");
const work = mkdtempSync(join(tmpdir(), "studio-"));
const books = join(work, "books");
mkdirSync(books);
// Keys of somebody who types, the time after which no other picture comes, changes and memory.
const KEY_MS = 120;
const QUIET_MS = 1000;
const CHANGES = 100;
const MAX_MEGABYTES = 300;
// The load of each core up to which figures are judged.
const MAX_LOAD = 2;
const browser = await puppeteer.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  headless: true,
  protocolTimeout: 600000,
  userDataDir: join(work, "profile"),
  args: [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--lang=en-US",
  ],
});
// Whoever reads of a failure looks at the windows as they were.
process.on("uncaughtException", async (error) => {
  console.error(error);
  for (const [n, open] of (await browser.pages()).entries())
    await open.screenshot({ path: `${pictures}/failed-${n}.png` }).catch(() => {});
  process.exit(1);
});
let studio;

/** Starts the studio and returns its address. */
async function startStudio(flags = ["--no-browser"], env = process.env) {
  studio = spawn(program, ["studio", books, ...flags], { stdio: ["ignore", "pipe", "ignore"], env });
  const { value } = await createInterface({ input: studio.stdout })[Symbol.asyncIterator]().next();
  return value;
}

async function endStudio(signal) {
  const ended = new Promise((resolve) => studio.on("exit", resolve));
  studio.kill(signal);
  return ended;
}

/** Scrolls to the starting points, which lie below the books, and waits for a picture: the page
    fetches those that are seen. */
async function showStarts(page) {
  const starts = await page.waitForSelector(".starts li");
  await starts.evaluate((item) => item.scrollIntoView({ block: "center" }));
  await page.waitForSelector(".starts img[src^=blob]");
  await page.evaluate(() => scrollTo(0, 0));
}

async function openPage(address, width = 1440, scheme = "light") {
  const page = await browser.newPage();
  // A machine that builds at the same time is slow.
  page.setDefaultTimeout(120000);
  page.on("pageerror", (error) => assert.fail(error.message));
  page.on("request", (request) => {
    assert.match(request.url(), /^(http:\/\/127\.0\.0\.1:|blob:|data:)/, "it asks the network");
  });
  await page.setViewport({ width, height: 900 });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
  await page.goto(address);
  await showStarts(page);
  assert.ok(!page.url().includes(address.split("#")[1]), "the token stays in the address");
  return page;
}

const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;

/** Looks at the page at three widths, in light and dark, with axe-core. */
async function look(page, name, widths = [360, 768, 1440, 1920]) {
  for (const scheme of ["light", "dark"]) {
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
    for (const width of widths) {
      await page.setViewport({ width, height: 900 });
      await new Promise((resolve) => setTimeout(resolve, 400));
      assert.ok((await page.evaluate(overflow)) <= 0, `${name} is wider than ${width} pixels`);
      await page.screenshot({ path: `${pictures}/studio-${name}-${width}-${scheme}.png` });
      if (![360, 1440].includes(width)) continue;
      // The policy of the page admits no script of others, so axe-core comes through the debugger.
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() =>
        axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }));
      const words = violations.map((v) => `${v.id}: ${v.help}: ${v.nodes[0].html.slice(0, 200)}`);
      assert.deepEqual(words, [], `${name}, ${width}, ${scheme}`);
    }
  }
  await page.setViewport({ width: 1440, height: 900 });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "light" }]);
}

const text = (page, selector) => page.$eval(selector, (node) => node.textContent);
const state = (page) => text(page, "#state .words");
const waitForState = (page, words) => page.waitForFunction((source) =>
  new RegExp(source).test(document.querySelector("#state .words").textContent), {}, words.source);
const settle = (page) => page.waitForFunction(() =>
  document.querySelector(".preview")?.ariaBusy === "false"
  && document.querySelector("#saved")?.className === "saved");

/** Types a value into a field, as a user does. */
async function setField(page, name, value) {
  const field = `#set-${name}`;
  await page.$eval(field, (node) => {
    document.querySelector(`#tab-${node.closest(".step").id.slice(5)}`).click();
    node.scrollIntoView({ block: "center" });
  });
  const tag = await page.$eval(field, (node) => node.localName);
  if (tag === "select") await page.select(field, value);
  else {
    await page.click(field, { count: 3 });
    await page.type(field, value);
    await page.$eval(field, (node) => node.dispatchEvent(new Event("change", { bubbles: true })));
  }
}

/** Presses the tab key until the focus is on an element; fails after this number of stops. */
async function tabTo(page, selector, most) {
  for (let stops = 1; stops <= most; stops += 1) {
    await page.keyboard.press("Tab");
    if (await page.evaluate((name) => document.activeElement.matches(name), selector)) return stops;
  }
  return assert.fail(`more than ${most} stops before ${selector}`);
}

/** Makes the book that a page shows. */
async function makeBook(page, press = () => page.click("#make")) {
  await waitForState(page, /^Draft · \d+ pages/);
  await press();
  await page.waitForSelector("#state.good");
}

/** Types keys into the title, as fast as people do. Returns the milliseconds from the last key to
    the decoded picture of its front. */
async function typeTitle(page, key, count) {
  // The pages at rest: the spread and the small pages are there.
  await settle(page);
  await page.waitForNetworkIdle({ idleTime: 400 });
  await page.focus("#set-title");
  await page.evaluate((count, quiet) => {
    const front = document.querySelector(".spread img:not(.none)");
    let [pressed, left, shown, seen] = [0, count, front.src, 0];
    const listening = new AbortController();
    addEventListener("keydown", ({ timeStamp }) => {
      pressed = timeStamp;
      left -= 1;
    }, { capture: true, signal: listening.signal });
    const isBusy = () => left > 0 || seen < pressed || performance.now() - seen < quiet
      || document.querySelector(".preview").ariaBusy === "true";
    const watchFront = async () => {
      while (isBusy()) {
        await new Promise((resolve) => setTimeout(resolve, 4));
        if (front.src === shown) continue;
        shown = front.src;
        await front.decode().catch(() => {});
        seen = performance.now();
      }
      listening.abort();
      return seen - pressed;
    };
    window.measured = watchFront();
  }, count, QUIET_MS);
  for (let i = 0; i < count; i += 1) {
    if (i) await new Promise((resolve) => setTimeout(resolve, KEY_MS));
    await page.keyboard.press(key);
  }
  return page.evaluate(() => window.measured);
}

/** Measures how long a change of the title takes until its front is on the screen, and the memory
    of the studio after many changes. The limits leave room for a machine that does other work. */
async function measure(page) {
  for (const [total, rounds, limit] of [[200, 20, 900], [2000, 10, 3000]]) {
    await setField(page, "total", `${total}`);
    await settle(page);
    await page.select(".places", "0");
    await page.click("#tab-book");
    for (const [keys, about] of [[1, "a change"], [5, "the last of five quick changes"]]) {
      const times = [];
      // What was typed is taken back by the next round.
      for (let i = 0; i < rounds; i += 1) {
        times.push(await typeTitle(page, i % 2 ? "Backspace" : "x", keys));
      }
      times.sort((a, b) => a - b);
      const median = Math.round(times[rounds / 2]);
      console.log(`${about} of ${total} puzzles is seen after ${median} ms (median of ${rounds})`);
      // Beside other work, a figure says nothing about the studio.
      const isQuiet = loadavg()[0] <= MAX_LOAD * cpus().length;
      if (isQuiet) assert.ok(median < limit, `expected less than ${limit} ms`);
      else console.log(`not judged: the load of the machine is ${loadavg()[0]}`);
    }
  }
  for (let i = 0; i < CHANGES; i += 1) {
    await page.$eval("#set-title", (field, text) => {
      field.value = text;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }, `Rainy Days ${i}`);
    await new Promise((resolve) => setTimeout(resolve, 2 * KEY_MS));
  }
  await settle(page);
  const status = readFileSync(`/proc/${studio.pid}/status`, "utf8");
  const megabytes = Math.round(Number(/VmRSS:\s*(\d+)/.exec(status)[1]) / 1000);
  console.log(`the studio has ${megabytes} MB after ${CHANGES} changes of 2000 puzzles`);
  assert.ok(megabytes < MAX_MEGABYTES, `expected less than ${MAX_MEGABYTES} MB`);
}

/** From the empty shelf to a verified book with nothing but a title and an author. */
async function makeByDefaults(page) {
  let clicks = 0;
  const press = async (selector) => {
    clicks += 1;
    await page.click(selector);
  };
  await press(".starts a[href$='to-sell']");
  await page.waitForSelector("dialog[open] input[name=title]");
  await page.type("dialog input[name=title]", "By Defaults");
  await page.type("dialog input[name=author]", "Ann Example");
  await press("dialog button[value=create]");
  await page.waitForSelector(".spread img[src^=blob]");
  await makeBook(page, () => press("#make"));
  assert.ok(clicks <= 4, `${clicks} clicks`);
  console.log(`with the defaults: ${clicks} clicks`);
  execFileSync(program, ["verify", "by-defaults"], { cwd: books });
  // The standing book of 6 x 9 in is as wide as its spine says.
  await page.waitForSelector(".standing .spine img[src^=blob]");
  const ratios = await page.$$eval(".standing div div", (nodes) => nodes.map((node) => parseFloat(node.style.aspectRatio)));
  const spine = parseFloat(/spine (0\.\d+) in/.exec(await text(page, "#state"))[1]);
  for (const [at, inches] of [6, spine].entries()) assert.ok(Math.abs(9 * ratios[at] - inches) < 0.005, `${ratios} ${spine}`);
  // The last step leaves the keyboard at the button beside it. A book that is opened again was not just saved.
  await setField(page, "subtitle", "S");
  await settle(page);
  await page.focus("#undo");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("#undo").disabled);
  await page.waitForFunction(() => document.activeElement.id === "redo");
  await settle(page);
  await page.click(".brand");
  await page.waitForSelector(".books");
  await page.click(".books a[href$=by-defaults]");
  await page.waitForSelector(".spread img[src^=blob]");
  assert.equal(await page.$eval("#saved", ({ className }) => className), "");
  await page.click(".brand");
  await page.waitForSelector(".books");
}

/** A workbook with a fault becomes a book after the fault was seen. */
async function importWorkbook(page, address) {
  const table = join(work, "grandmother.csv");
  execFileSync(program, ["generate", "--total", "40", "--levels", "1-2", "--seed", "7", "--out", table], { stdio: "ignore" });
  const lines = readFileSync(table, "utf8").trim().split("\n");
  const right = lines[3].match(/[.1-9]{81}/)[0];
  const empty = right.indexOf(".");
  const wrong = right.replace(".", right.match(/\d/)[0]);
  writeFileSync(table, `${[...lines, lines[1]].join("\n").replace(right, wrong)}\n`);
  const workbook = join(work, "grandmother.xlsx");
  execFileSync(program, ["transform", table, "--out", workbook], { stdio: "ignore" });
  await (await page.$(".import input")).uploadFile(workbook);
  await page.waitForSelector("dialog[open] .reading td");
  assert.match(await text(page, ".reading table"), /Line 4.*no solution.*Line 42.*line 2 again/);
  await look(page, "reading", [360, 1440]);
  // The digit that was typed twice is taken away with the keyboard alone.
  await page.focus(".reading .grid input");
  for (let at = 0; at < empty; at++) await page.keyboard.press("ArrowRight");
  assert.equal(await page.evaluate(() => document.activeElement.ariaInvalid), "true");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => !document.querySelector(".reading .grid"));
  assert.match(await text(page, ".reading"), /40 puzzles were read.*Line 42/);
  writeFileSync(table, `${[...lines, lines[1]].join("\n")}\n`);
  await page.click("dialog button[value=leave-out]");
  await page.waitForSelector("dialog[open] input[name=title]");
  await page.click("dialog input[name=title]", { count: 3 });
  await page.type("dialog input[name=title]", "Of My Grandmother");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".spread img[src^=blob]");
  await makeBook(page);
  const files = ["book.pdf", "puzzles.csv"].map((name) => `of-my-grandmother/${name}`);
  execFileSync(program, ["verify", ...files], { cwd: books });
  await correctWorkbook(page, table, address);
}

/** A table whose columns nobody knows becomes a book after they were named. */
async function nameColumns(page, address) {
  const made = join(work, "columns.txt");
  execFileSync(program, ["generate", "--total", "12", "--levels", "1", "--seed", "9", "--format", "txt", "--out", made], { stdio: "ignore" });
  const puzzles = readFileSync(made, "utf8").trim().split("\n");
  const rows = puzzles.slice(0, 6).map((puzzle, at) => `${at},Owl ${at},${puzzle},${puzzles[at + 6]}`);
  const table = join(work, "columns.csv");
  writeFileSync(table, `Nr,Motto,Morning,Evening\n${rows.join("\n")}\n`);
  await page.goto(`${address.split("#")[0]}#/`);
  await page.waitForSelector(".starts li");
  await (await page.$(".import input")).uploadFile(table);
  await page.waitForSelector("dialog[open] .reading select");
  assert.match(await text(page, ".reading"), /found the columns Nr, Motto, Morning, Evening; choose/);
  await look(page, "columns", [360, 1440]);
  await page.select(".reading label:nth-of-type(1) select", "Evening");
  await page.select(".reading label:nth-of-type(2) select", "Motto");
  await page.click("dialog button[value=again]");
  await page.waitForSelector("dialog[open] button[value=leave-out]");
  assert.match(await text(page, ".reading"), /6 puzzles were read.*6 of them have a title/);
  await page.click("dialog button[value=leave-out]");
  await (await page.waitForSelector("dialog[open] input[name=title]")).click({ count: 3 });
  await page.keyboard.type("Of Owls");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".spread img[src^=blob]");
  const kept = readFileSync(join(books, "of-owls", "puzzles.csv"), "utf8");
  assert.ok(kept.startsWith(`Nr,title,Morning,puzzle\n0,Owl 0,${puzzles[0]},${puzzles[6]}\n`), kept);
  await page.goto(`${address.split("#")[0]}#/`);
  await page.waitForSelector(".starts li");
  rmSync(join(books, "of-owls"), { recursive: true });
}

/** Drops a file on the window, beside all of its fields. */
const dropFile = (page, file) => page.evaluate((name, base64) => {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([bytes], name));
  const drop = new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true });
  document.querySelector(".stage").dispatchEvent(drop);
}, file.split("/").pop(), readFileSync(file, "base64"));

/** A corrected workbook replaces the puzzles of the open book, which is made again; its settings stay. */
async function correctWorkbook(page, table, address) {
  const [title, ...lines] = readFileSync(table, "utf8").trim().split("\n");
  const corrected = join(work, "corrected.csv");
  // The last row was the fault; the one before is no part of the corrected file.
  writeFileSync(corrected, `${[title, ...lines.slice(0, -2), lines[0]].join("\n")}\n`);
  const workbook = join(work, "corrected.xlsx");
  execFileSync(program, ["transform", corrected, "--out", workbook], { stdio: "ignore" });
  const draft = readFileSync(join(books, "of-my-grandmother", "book.toml"), "utf8");
  const other = await openPage(address);
  await other.goto(`${address.split("#")[0]}#/book/of-my-grandmother`);
  await other.waitForSelector(".import strong");
  await page.bringToFront();
  assert.match(await text(page, ".import strong"), /^puzzles\.csv · 40 puzzles$/);
  await dropFile(page, workbook);
  await page.waitForSelector("dialog[open] .reading td");
  assert.match(await text(page, ".reading table"), /Line 41.*line 2 again/);
  await page.click("dialog button[value='']");
  await page.waitForFunction(() => /the puzzles stay/.test(document.querySelector(".import .result").textContent));
  await dropFile(page, workbook);
  await (await page.waitForSelector("dialog[open] button[value=leave-out]")).click();
  await waitForState(page, /^Changed since it was made.*\(Puzzles\)/);
  await page.waitForFunction(() => /^puzzles-2\.csv · 39 puzzles$/.test(document.querySelector(".import strong").textContent));
  assert.equal(await text(page, "#make"), "Make again (Puzzles)");
  if (!isShort) await look(page, "corrected", [360, 1440]);
  await other.bringToFront();
  await other.evaluate(() => dispatchEvent(new Event("focus")));
  await waitForState(other, /^Changed since it was made.*\(Puzzles\)/);
  await other.close();
  await page.bringToFront();
  await page.click("#make");
  await page.waitForSelector("#state.good");
  assert.equal(readFileSync(join(books, "of-my-grandmother", "book.toml"), "utf8"), draft);
  assert.ok(existsSync(join(books, "removed", "of-my-grandmother-puzzles.csv")));
  const files = ["book.pdf", "puzzles-2.csv"].map((name) => `of-my-grandmother/${name}`);
  execFileSync(program, ["verify", ...files], { cwd: books });
}

/** Makes timers late, as a slow machine does, and counts the previews that come. */
const slowTimers = (page) => page.evaluate(() => {
  const [send, wait] = [window.fetch, window.setTimeout];
  window.previews = 0;
  window.fetch = async (path, order) => {
    const answer = await send(path, order);
    if (path.endsWith("/preview")) window.previews += 1;
    return answer;
  };
  window.setTimeout = (work, delay) => wait(work, delay + 500);
});

/** Numbers of puzzles, wrong values, a search, and colours of one's own. */
async function typeValues(page) {
  await page.click(".starts a[href$='to-sell']");
  await page.waitForSelector("dialog[open] input[name=title]");
  await page.type("dialog input[name=title]", "By Numbers");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".spread img[src^=blob]");
  await waitForState(page, /^Draft · \d+ pages/);
  const levels = () => page.$$eval(".level input", (inputs) => inputs.map(({ value }) => Number(value)));
  await page.click("#tab-puzzles");
  const before = await levels();
  // The levels change once, when the number is complete.
  for (const [total, key] of [["3", "Enter"], ["140", "Enter"]]) {
    await page.click("#all-levels", { count: 3 });
    await page.type("#all-levels", total);
    if (total === "3") assert.deepEqual(await levels(), before, "the levels change while a number is typed");
    await page.keyboard.press(key);
    await page.waitForFunction((wanted) => [...document.querySelectorAll(".level input")]
      .reduce((sum, { value }) => sum + Number(value), 0) === wanted, {}, Number(total));
    await settle(page);
  }
  assert.equal((await levels()).filter((count) => count > 30).length, 4, `${await levels()}`);
  // A wrong number stays visible, and so does a wrong number in another step; the others are saved.
  await page.click("#level-2", { count: 3 });
  await page.type("#level-2", "-5");
  await page.waitForFunction(() => /a whole number/.test(document.querySelector("#problem-quota").textContent));
  await page.click("#level-2", { count: 3 });
  await page.type("#level-2", "20");
  await setField(page, "isbn", "123");
  await page.waitForFunction(() => /expected an ISBN/.test(document.querySelector("#problem-isbn").textContent));
  assert.equal(await page.$eval("#state .facts", (node) => getComputedStyle(node.parentElement).display), "flex");
  assert.equal(await text(page, "#state .facts"), "", "facts of an older preview stand beside a problem");
  await page.click("#tab-puzzles");
  await page.click("#all-levels", { count: 3 });
  await page.type("#all-levels", "60");
  await page.keyboard.press("Tab");
  await page.waitForFunction(() => !document.querySelector("#saved").className.includes("saving"));
  assert.equal(await page.$eval("#set-isbn", (node) => node.value), "123");
  await page.$eval("#tab-printer", (tab) => tab.click());
  await page.click("#set-isbn", { count: 3 });
  await page.keyboard.press("Delete");
  await waitForState(page, /^Draft · \d+ pages/);
  assert.equal((await levels()).reduce((sum, count) => sum + count), 60, "a number was lost beside a wrong value");
  // A book that is too large for a preview has no facts of the one before.
  await setField(page, "total", "20000");
  await page.waitForFunction(() => document.querySelector("#state .facts").textContent.startsWith("20,000 puzzles"));
  const estimate = await page.$$eval("#state .facts span", (spans) => spans.map((span) => span.textContent));
  assert.match(estimate.join(", "), /about [\d,]+ pages, \d+ volumes, about \d minutes? to make, about \d+ MB$/);
  assert.doesNotMatch(await state(page), /accept/);
  await setField(page, "total", "60");
  await waitForState(page, /^Draft · \d+ pages/);
  // The search knows all steps, and says when there is nothing. What is set comes first.
  await page.click("#tab-expert");
  assert.equal(await text(page, "#step-expert section:first-child h3"), "Set in this book");
  await page.type("#search", "isbn");
  assert.match(await text(page, ".elsewhere"), /ISBN is under Printer/);
  await page.click(".elsewhere button");
  assert.equal(await page.evaluate(() => document.activeElement.id), "set-isbn");
  await page.click("#tab-expert");
  await page.type("#search", " elephants");
  assert.match(await text(page, ".elsewhere"), /Nothing found/);
  // Colours of one's own are two fields of colours; a size of one's own begins with the present one.
  await page.click("#tab-cover");
  await page.click(".palette .tile:has([value=own])");
  assert.equal((await page.$$(".colours input[type=color]")).length, 2);
  await waitForState(page, /^Draft · \d+ pages/);
  await page.click("#tab-pages");
  // The verdict of the values before is not shown until the answer to a change has come.
  await slowTimers(page);
  await page.click(".size .tile:has([value='8x10'])");
  await waitForState(page, /^Draft · \d+ pages/);
  assert.ok(await page.evaluate(() => window.previews), "a verdict is older than the change");
  await page.click(".size .tile:has([value=own])");
  assert.equal(await page.$eval(".field[data-name=trim] .control > input", (node) => node.value), "8x10");
  await page.$eval(".checks", (node) => (node.open = true));
  await (await page.waitForSelector(".know ::-p-text(2 on a page)")).evaluate((button) => button.click());
  await page.waitForFunction(() => document.querySelector("#set-per-page").value === "2");
  await settle(page);
  // The shelf stays short: pictures of starting points are fetched when they are seen.
  rmSync(join(books, "by-numbers"), { recursive: true });
  await page.goto(`${page.url().split("#")[0]}#/`);
  await page.waitForSelector(".starts img[src^=blob]");
}

/** A class of 30 for two weeks, the next volume of a book, and its copy for another printer. */
async function teachClass(page) {
  await page.click(".starts a[href$=classroom]");
  await page.waitForSelector("dialog[open] input[name=weeks]");
  await page.type("dialog input[name=title]", "Class 4b");
  for (const [name, value] of [["pupils", "30"], ["weeks", "2"]]) {
    await page.click(`dialog [name=${name}]`, { count: 3 });
    await page.type(`dialog [name=${name}]`, value);
  }
  if (!isShort) await look(page, "class", [360, 1440]);
  await page.click("dialog button[value=create]");
  await page.waitForSelector(".books a[href$=class-4b-week-2]");
  // One click makes all that is not made, here both weeks, and says which one is made.
  assert.equal(await text(page, ".all .every"), "Make all 2 unfinished books");
  await page.click(".all .every");
  await page.waitForFunction(() => /is being made/.test(document.querySelector(".all span").textContent));
  if (!isShort) await page.screenshot({ path: `${pictures}/studio-make-all.png` });
  const weeks = ["class-4b-week-1", "class-4b-week-2"];
  for (const week of weeks) await page.waitForSelector(`.books a[href$=${week}] .badge.verified`);
  if (!isShort) await look(page, "books", [360, 1440]);
  for (const week of weeks) execFileSync(program, ["verify", week], { cwd: books });
  const catalogs = weeks.map((week) => `${week}/catalog.csv`);
  execFileSync(program, ["verify", ...catalogs, "--dedup", "exact"], { cwd: books });
  const openMenu = async () => {
    const menu = await page.waitForSelector("li:has(a[href$=rainy-days]) .menu");
    await (await menu.$("summary")).click();
    return menu.$$("button");
  };
  await (await openMenu())[0].click();
  await page.waitForSelector(".spread img[src^=blob]");
  assert.match(page.url(), /rainy-days-2$/);
  await waitForState(page, /^Draft/);
  await page.goto(`${page.url().split("#")[0]}#/`);
  await (await openMenu())[1].click();
  await page.select("dialog[open] select", "ingram");
  await page.click("dialog button[value=yes]");
  await page.waitForSelector(".spread img[src^=blob]");
  assert.match(page.url(), /rainy-days-ingram$/);
  assert.equal(await page.$eval("#set-printer", ({ value }) => value), "ingram");
  await enterSpine(page);
  await countByPupil(page);
}

/** The volumes of a series get one look by one order. */
async function shareLook(page, address) {
  const home = `${address.split("#")[0]}#/`;
  await page.goto(home);
  await (await page.waitForSelector(".starts a[href$=series]")).click();
  await page.waitForSelector("dialog[open] [name=volume-titles]");
  await page.type("dialog input[name=title]", "Seasons");
  await page.type("dialog [name=volume-titles]", "Spring\nAutumn");
  await page.click("dialog button[value=create]");
  await page.waitForSelector(".books a[href$=autumn]");
  await page.goto(`${home}book/spring`);
  await page.waitForSelector(".spread img[src^=blob]");
  await page.click("#tab-pages");
  await page.click(".size .tile:has([value='7x10'])");
  await settle(page);
  await page.goto(home);
  // The series is one card, which opens.
  const stack = await page.waitForSelector(".stack ::-p-text(Seasons)");
  assert.match(await text(page, ".stack:has(a[href$=spring]) > details > summary"), /2 books/);
  assert.equal(await page.evaluate(() => document.querySelector("a[href$=spring]").checkVisibility()), false);
  await stack.click();
  await page.waitForFunction(() => document.querySelector("a[href$=spring]").checkVisibility());
  await look(page, "stack", [360, 1440]);
  const menu = await page.waitForSelector("li:not(.stack):has(a[href$=spring]) .menu");
  await (await menu.$("summary")).click();
  const buttons = await menu.$$("button");
  const labels = await Promise.all(buttons.map((button) => button.evaluate(({ textContent }) => textContent)));
  await buttons[labels.indexOf("One look for the series")].click();
  await page.click("dialog[open] button[value=yes]");
  await page.waitForFunction(() => !document.querySelector("dialog").open);
  const draft = (book) => readFileSync(join(books, book, "book.toml"), "utf8");
  while (!draft("autumn").includes('trim = "7x10"')) await new Promise((resolve) => setTimeout(resolve, 50));
  assert.match(draft("autumn"), /title = "Autumn"/, "the title of a volume has changed");
}

/** Each weekday of a daily book has its level. */
async function dealWeek(page, address) {
  await page.goto(`${address.split("#")[0]}#/new/daily`);
  await page.waitForSelector("dialog[open] input[name=title]");
  await page.type("dialog input[name=title]", "Every Day");
  await page.$eval("dialog [name=first-day]", (field) => (field.value = "2027-01-01"));
  await page.click("dialog button[value=create]");
  await page.waitForSelector(".week select");
  const counts = () => page.$$eval(".level input", (inputs) => inputs.map(({ value }) => Number(value)));
  assert.deepEqual(await counts(), [104, 52, 105, 52, 52, 0, 0]);
  await page.click("#tab-puzzles");
  await page.select(".week label:nth-child(7) select", "1");
  await page.waitForFunction(() => document.querySelector("#level-5").value === "0");
  await settle(page);
  assert.deepEqual(await counts(), [156, 52, 105, 52, 0, 0, 0]);
  assert.equal(await page.$eval("#set-turns", ({ value }) => value), "1,1,2,3,3,4,1");
}

/** The width of the spine is a step on the way to the printer until it is entered. */
async function enterSpine(page) {
  const asksForSpine = async () => (await page.$$eval(".upload li", (steps) =>
    steps.map(({ textContent }) => textContent))).some((step) => step.includes("spine"));
  await page.click("#make");
  await waitForState(page, /^Made, /);
  await page.waitForSelector(".upload li");
  assert.ok(await asksForSpine());
  // The file of the book has one name in its folder, and another one among the downloads.
  assert.match(await text(page, ".upload ol"), /upload book\.pdf \(among your downloads: .+-book\.pdf\)/);
  const [width] = (await text(page, "#state .spine")).match(/[\d.]+/);
  await setField(page, "spine", width);
  await waitForState(page, /^Changed/);
  await settle(page);
  await page.click("#make");
  await waitForState(page, /^Made and verified/);
  await page.waitForSelector(".upload li");
  assert.ok(!(await asksForSpine()), "the width of the spine is asked for again");
}

/** The levels of a class count the puzzles of a pupil: one more is one more on each sheet. */
async function countByPupil(page) {
  await page.goto(`${page.url().split("#")[0]}#/book/class-4b-week-2`);
  await page.waitForFunction(() =>
    /Week 2/.test(document.querySelector("#heading").textContent) && document.querySelector(".total"));
  await page.click("#tab-puzzles");
  const total = () => page.$eval(".total", (row) => [row.querySelector("input").value, row.textContent]);
  assert.match((await total()).join(), /^4, puzzles a pupil, 30 versions/);
  await page.click(".level:nth-child(7) .more");
  await settle(page);
  assert.equal((await total())[0], "5");
  assert.ok((await page.$eval(".number .of", ({ textContent }) => Number(textContent.match(/\d+/)))) < 80);
  await page.click("#undo");
  await settle(page);
  assert.equal((await total())[0], "4");
}

/** A puzzle of the pages: its card, its solution, another one in two clicks, its picture, all solutions by a key. */
async function touchPuzzle(page) {
  await page.click("[name=view][value=pages]");
  await page.select(".places", await page.$eval(".places", (node) =>
    [...node.options].find(({ text }) => text.startsWith("Gentle")).value));
  await page.keyboard.press("Escape");
  const names = () => page.$$eval(".leaf button", (buttons) => buttons.map(({ value }) => value));
  await page.waitForFunction(() => document.querySelectorAll(".leaf button").length);
  if (!(await names()).includes("1")) await page.click(".next");
  const one = ".leaf button[value='1']";
  await page.waitForSelector(one);
  await page.waitForNetworkIdle();
  assert.match(await page.$eval(one, ({ ariaLabel }) => ariaLabel), /^Puzzle 1: Gentle, 1 of 7$/);
  // The frame of the button is the puzzle: it is as wide as the grid, which is wide on the page.
  const [button, leaf] = await page.$eval(one, (node) =>
    [node, node.parentElement].map((box) => box.getBoundingClientRect().toJSON()));
  assert.ok(button.width > leaf.width / 3 && button.left > leaf.left && button.right < leaf.right,
    JSON.stringify([button, leaf]));
  await page.click(one);
  await page.waitForSelector(".puzzle:popover-open");
  const card = await text(page, ".puzzle");
  assert.match(card, /Puzzle 1.*page \d+.*Gentle, 1 of 7.*usually .* minutes.*\d\d, one solution/s);
  const cells = () => page.$eval(".puzzle dl", (node) => node.textContent);
  const before = await cells();
  const others = await page.$$eval(".leaf button", (buttons) => buttons.map(({ ariaLabel }) => ariaLabel));
  if (!isShort) await look(page, "touch", [360, 1440]);
  // A solution is shown, and the click on the puzzle still opens its card.
  if (!(await page.$(".puzzle:popover-open"))) await page.click(one);
  await page.click(".puzzle .pair button");
  await page.waitForSelector(".leaf button[value='1'] img[src^=blob]");
  assert.equal((await page.$$(".leaf img")).length, 1);
  await page.keyboard.press("Escape");
  await page.click(one);
  await page.waitForSelector(".puzzle:popover-open");
  // Copied with its solution.
  await browser.defaultBrowserContext().overridePermissions(new URL(page.url()).origin,
    ["clipboard-read", "clipboard-write", "clipboard-sanitized-write"]);
  await page.bringToFront();
  await page.click(".puzzle .picture");
  await page.waitForFunction(() => document.querySelector(".puzzle .picture").textContent === "Copied");
  const size = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    const picture = await createImageBitmap(await item.getType("image/png"));
    return [picture.width, picture.height];
  });
  assert.ok(size[0] > 800 && size[1] > size[0], `${size}`);
  // Another one: the second click. The card stays, and a third click takes one more.
  for (const orders of [1, 2]) {
    await page.click(".puzzle .main-button");
    await page.waitForFunction((wanted) => document.querySelector("#set-another").value.split(",").length === wanted,
      {}, orders);
    await settle(page);
    assert.ok(await page.$(".puzzle:popover-open"), "the card is gone");
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "Another one");
  }
  assert.deepEqual(await page.$$eval(".leaf button", (buttons) => buttons.map(({ ariaLabel }) => ariaLabel)), others);
  await page.keyboard.press("Escape");
  // The keyboard is on the puzzle again.
  await page.waitForFunction(() => document.activeElement.matches(".leaf button[value='1']"));
  // Undo takes back one order, and one more. The button stays for a click that has begun.
  const opener = await page.$(one);
  for (const left of [1, 0]) {
    await page.click("#undo");
    await settle(page);
    assert.equal((await page.$eval("#set-another", ({ value }) => value)).split(",").filter(Boolean).length, left);
  }
  assert.ok(await opener.evaluate((node) => node.isConnected), "a click would be lost");
  await page.click(one);
  await page.waitForSelector(".puzzle:popover-open");
  assert.equal(await cells(), before, "the first puzzle is not back");
  // It changes places with the third one, and undo brings it back.
  await page.type(".puzzle .swap input", "3");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("#set-swap").value === "1=3");
  await settle(page);
  assert.ok(await page.$(".puzzle:popover-open"), "the card is gone");
  await page.click("#undo");
  await settle(page);
  assert.equal(await page.$eval("#set-swap", ({ value }) => value), "");
  await page.click(one);
  await page.waitForSelector(".puzzle:popover-open");
  assert.equal(await cells(), before, "the first puzzle has not its place");
  // A puzzle of another level is refused on the card, and so is no number; the book stays as it is.
  for (const [typed, said] of [["40", /one level/], ["x", /number of another puzzle/]]) {
    await page.$eval(".puzzle .swap input", (input, value) => (input.value = value), "");
    await page.type(".puzzle .swap input", typed);
    await page.keyboard.press("Enter");
    await page.waitForFunction((source) =>
      new RegExp(source).test(document.querySelector(".puzzle .problem").textContent), {}, said.source);
    assert.equal(await page.$eval("#set-swap", ({ value }) => value), "");
    assert.doesNotMatch(await state(page), /Cannot be made/);
  }
  if (!isShort) await look(page, "refused", [390, 1440]);
  await page.keyboard.press("Escape");
  // With fewer puzzles, orders about those that are left out go, and the line says so.
  await page.click(one);
  await page.waitForSelector(".puzzle:popover-open");
  await page.type(".puzzle .swap input", "3");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("#set-swap").value === "1=3");
  await settle(page);
  await page.keyboard.press("Escape");
  await page.click("#tab-puzzles");
  const total = await page.$eval("#all-levels", ({ value }) => value);
  await page.click("#all-levels", { count: 3 });
  await page.type("#all-levels", "30");
  await page.keyboard.press("Enter");
  await waitForState(page, /Change places|Puzzles that change/);
  await settle(page);
  assert.equal(await page.$eval("#set-swap", ({ value }) => value), "");
  for (let n = 0; n < 2; n += 1) {
    await page.click("#undo");
    await settle(page);
  }
  assert.equal(await page.$eval("#all-levels", ({ value }) => value), total);
  // One key shows all solutions of the spread, on the next spread too.
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("s");
  const isSolved = (count) => page.waitForFunction((wanted) => {
    const buttons = [...document.querySelectorAll(".leaf button")];
    return buttons.length && buttons.every(({ firstChild }) => Boolean(firstChild) === wanted);
  }, {}, count);
  await isSolved(true);
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => !document.querySelector(".leaf button[value='1']"));
  await isSolved(true);
  if (!isShort) await page.screenshot({ path: `${pictures}/studio-solutions.png` });
  await page.click(".solve-all");
  await isSolved(false);
  // The ends of the book, and a page as large as it is printed.
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("End");
  const [last, all] = await page.$eval(".number", (node) =>
    [node.querySelector("input").value, node.textContent.match(/\d+/)[0]].map(Number));
  assert.equal(last, all);
  await page.click(".spread > img:not(.none)");
  assert.ok(await page.$(".stage.zoom"));
  await page.keyboard.press("Escape");
  assert.ok(!(await page.$(".stage.zoom")), "Escape does not leave the large page");
  await page.keyboard.press("Home");
  assert.equal(await page.$eval(".thumbs [aria-current]", ({ value }) => value), "0");
}

/** Each click is a step that is taken back, the letters of a field are one, and a reload keeps them. */
async function takeStepsBack(page) {
  await page.click("#tab-puzzles");
  const level = () => page.$eval("#level-1", ({ value }) => Number(value));
  const before = await level();
  for (let n = 0; n < 3; n += 1) await page.click(".level:nth-child(4) .more");
  await settle(page);
  assert.equal(await level(), before + 15);
  await page.click("#undo");
  await settle(page);
  assert.equal(await level(), before + 10, "one step takes back several clicks");
  await setField(page, "subtitle", "Many Letters");
  await settle(page);
  await page.keyboard.down("Control");
  await page.keyboard.press("z");
  assert.equal(await page.$eval("#set-subtitle", ({ value }) => value), "", "letters are steps");
  assert.equal(await page.evaluate(() => document.activeElement.id), "set-subtitle");
  await page.keyboard.press("y");
  assert.equal(await page.$eval("#set-subtitle", ({ value }) => value), "Many Letters");
  await page.keyboard.up("Control");
  await settle(page);
  await page.reload();
  await page.waitForSelector(".spread img[src^=blob]");
  // The line of the state may move the button until the page has settled.
  await page.waitForFunction(() => document.querySelector(".preview").ariaBusy === "false");
  for (const wanted of [before + 10, before + 5, before]) {
    await page.click("#undo");
    await page.waitForFunction((count) => document.querySelector("#level-1").value === `${count}`, {}, wanted);
    await settle(page);
  }
  await settle(page);
  await page.click("#redo");
  await page.waitForFunction((count) => document.querySelector("#level-1").value === `${count}`, {}, before + 5);
  await page.click("#undo");
  await settle(page);
}

/** Another printer, and back: the book is what it was. */
async function changePrinter(page) {
  const draft = () => readFileSync(join(books, "rainy-days", "book.toml"), "utf8");
  const before = draft();
  for (const printer of ["bod", "office", "kdp"]) {
    await setField(page, "printer", printer);
    await waitForState(page, /^(Changed|Draft|Made)/);
    await settle(page);
  }
  assert.equal(draft(), before, "another printer and back has changed the book");
}

/** A second window finds the secret by the first; one without siblings says what to do. A German window and book for a
    German. */
async function openFurtherWindows(address) {
  const origin = address.split("#")[0];
  const second = await browser.newPage();
  await second.evaluateOnNewDocument(() =>
    Object.defineProperty(navigator, "languages", { get: () => ["de-CH", "en-US"] }));
  const icons = [];
  second.on("request", (request) => request.resourceType() !== "document" && request.url() === origin && icons.push(1));
  const missing = [];
  // Pictures of an older preview may be gone; that of a front without its picture was never there.
  second.on("response", (answer) => answer.status() === 404 && /picture/.test(answer.url()) && missing.push(answer.url()));
  await second.setViewport({ width: 1440, height: 900 });
  await second.goto(origin);
  await second.waitForSelector(".starts li");
  assert.equal(await text(second, "#away"), "");
  assert.equal(await second.$eval("#language option:checked", ({ textContent }) => textContent), "Deutsch");
  await second.click(".starts a[href$=to-sell]");
  await second.waitForSelector("dialog[open] input[name=title]");
  assert.equal(await second.$eval("dialog [name=lang]", ({ value }) => value), "de");
  await second.type("dialog input[name=title]", "Regentage");
  await second.keyboard.press("Enter");
  await second.waitForSelector(".spread img[src^=blob]");
  await second.click("#tab-cover");
  await second.waitForSelector("img[data-drawn='fronts/window'][src^=blob]");
  await setField(second, "subtitle", "Für {count} Abende");
  await settle(second);
  await second.waitForNetworkIdle();
  assert.deepEqual([icons, missing], [[], []], "requests for nothing");
  await look(second, "german", [1440]);
  await second.close();
  rmSync(join(books, "regentage"), { recursive: true });
  const context = await browser.createBrowserContext();
  const alone = await context.newPage();
  await alone.goto(origin);
  await alone.waitForFunction(() => /Open it from the window that shows your books/.test(
    document.querySelector("#away").textContent));
  await context.close();
}

/** The keyboard alone, touch, a window at 200 %, and a Chinese window. */
async function useOtherWindows(address) {
  const page = await openPage(address, 1366);
  await page.evaluate(() => document.body.focus());
  await tabTo(page, ".starts a[href$=pocket]", 60);
  await page.keyboard.press("Enter");
  await page.waitForSelector("dialog[open] input[name=title]");
  await page.keyboard.type("By Keys");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".spread img[src^=blob]");
  await page.evaluate(() => document.activeElement.blur());
  await tabTo(page, ".turn", 12);
  await makeBook(page, async () => {
    await page.evaluate(() => document.activeElement.blur());
    await tabTo(page, "#make", 12);
    await page.keyboard.press("Enter");
  });
  execFileSync(program, ["verify", "by-keys"], { cwd: books });
  // A window of 1366 x 768 at 200 %.
  await page.setViewport({ width: 683, height: 384, deviceScaleFactor: 2 });
  for (const step of ["book", "puzzles", "pages", "cover", "printer", "expert"]) {
    await page.$eval("[name=pane][value=form]", (radio) => radio.click());
    await page.$eval(`#tab-${step}`, (tab) => tab.click());
    assert.ok((await page.evaluate(overflow)) <= 0, `${step} is too wide at 200 %`);
    const seen = await page.$eval(`#step-${step} .field:last-child .control`, (field) => {
      field.scrollIntoView({ block: "end" });
      const { top, bottom } = field.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    });
    assert.ok(seen, `the last field of ${step} cannot be seen at 200 %`);
  }
  await page.screenshot({ path: `${pictures}/studio-zoom-200.png` });
  // A swipe turns the page. A window that becomes one of a phone is loaded anew.
  await page.setViewport({ width: 360, height: 740, hasTouch: true, isMobile: true });
  await waitForState(page, /verified/);
  await page.$eval("[name=pane][value=pages]", (radio) => radio.click());
  await page.$eval("[name=view][value=pages]", (radio) => radio.click());
  await page.waitForSelector(".spread img[src^=blob]");
  const number = () => page.$eval(".number input", (node) => Number(node.value));
  const before = await number();
  const { x, y } = await page.$eval(".stage", (stage) => {
    const box = stage.getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  });
  const touch = await page.touchscreen.touchStart(x + 80, y);
  await touch.move(x - 80, y);
  await touch.end();
  assert.equal(await number(), before + 1, "a swipe does not turn the page");
  await page.close();

  const chinese = await openPage(address);
  await chinese.evaluate(() => (localStorage.language = "zh"));
  await chinese.goto(`${address.split("#")[0]}#/`);
  await chinese.reload();
  await showStarts(chinese);
  await chinese.click(".starts a[href$=to-sell]");
  await chinese.waitForSelector("dialog[open] input[name=title]");
  await chinese.type("dialog input[name=title]", "雨天数独");
  await chinese.keyboard.press("Enter");
  await chinese.waitForSelector(".spread img[src^=blob]");
  const sizes = await chinese.$$eval(".size input", (inputs) => inputs.map(({ value }) => value));
  assert.deepEqual(sizes.filter(Boolean).slice(0, 2), ["a4", "140x203mm"]);
  await setField(chinese, "total", "none");
  await chinese.waitForFunction(() => /[\u4e00-\u9fff]/.test(document.querySelector("#problem-total").textContent));
  assert.doesNotMatch(await text(chinese, "#problem-total"), /expected|found/);
  await chinese.evaluate(() => localStorage.removeItem("language"));
  await chinese.close();
}

/** Writes on the cover: a click on a text leads to its field, and the field shows its text. */
async function writeOnCover(page) {
  const folio = await page.$eval(".number input", (node) => node.value);
  await page.click("#tab-cover");
  await page.waitForSelector(".marks [value=title]", { visible: true });
  const [whole, trim] = await page.$$eval(".whole img, .marks .trim", (nodes) =>
    nodes.map((node) => node.getBoundingClientRect().toJSON()));
  assert.ok(trim.left > whole.left && trim.bottom < whole.bottom, "the trim is not inside the sheet");
  assert.equal(await text(page, ".marks .barcode"), "The bar code goes here");
  await page.click(".marks [value=title]");
  assert.equal(await page.evaluate(() => document.activeElement.id), "set-title");
  assert.ok(await page.$(".marks [value=title].lit"), "the title is not lit");
  await page.click(".marks .drawn[value=cover-design]");
  assert.equal(await page.evaluate(() => document.activeElement.name), "set-cover-design");
  await page.click(".marks [value=back]");
  await page.keyboard.type("For long evenings.");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Begin *anywhere*.");
  await page.click(".back .tile:has([value=corner])");
  await settle(page);
  await page.waitForFunction(() => document.querySelector(".marks [value=back]")?.offsetTop >
    document.querySelector(".marks").parentElement.offsetHeight / 3, {});
  const job = readFileSync(join(books, "rainy-days", "book.toml"), "utf8");
  assert.match(job, /For long evenings\.(\\n\\n|\n\n)Begin \*anywhere\*\./);
  // An empty file is called empty. The chosen one has room for its name, and the same one again is no step.
  const chooser = await page.$(".field[data-name=cover-picture] input[type=file]");
  const files = [["empty.png", ""], ["front-of-mine.png", png(1900, 2900)]].map(([name, bytes]) => {
    writeFileSync(join(work, name), bytes);
    return join(work, name);
  });
  await chooser.uploadFile(files[0]);
  await page.waitForFunction(() => /^empty.png is empty/.test(document.querySelector("#problem-cover-picture").textContent));
  for (let times = 0; times < 2; times++) {
    const answer = page.waitForResponse((answer) => answer.url().endsWith("/upload"));
    await chooser.uploadFile(files[1]);
    await answer;
    await page.waitForFunction(() => document.querySelector("#set-cover-picture").value === "rainy-days/front-of-mine.png");
    await settle(page);
  }
  assert.ok(await page.$eval("#set-cover-picture", (input) => input.clientWidth >= 150), "the name of the front is cut");
  await page.focus("#undo");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => !document.querySelector("#set-cover-picture").value);
  await settle(page);
  // A picture that is dropped on the cover is the front; undo brings the drawing again.
  await page.evaluate((bytes) => {
    const files = new DataTransfer();
    files.items.add(new File([new Uint8Array(bytes)], "rain.png", { type: "image/png" }));
    document.querySelector(".whole").dispatchEvent(
      new DragEvent("drop", { dataTransfer: files, bubbles: true, cancelable: true }));
  }, [...png(1900, 2900)]);
  await page.waitForFunction(() => document.querySelector("#set-cover-picture").value === "rainy-days/rain.png");
  await waitForState(page, /^Draft · \d+ pages/);
  for (const selector of ["#undo", "#undo", "#undo"]) await page.click(selector);
  await page.waitForFunction(() => !document.querySelector("#set-back").value);
  await page.click("#tab-pages");
  assert.equal(await page.$eval(".preview", (node) => node.dataset.view), "pages");
  assert.equal(await page.$eval(".number input", (node) => node.value), folio, "the page has turned");
}

/** Returns a grey PNG of this size. */
function png(width, height) {
  const chunk = (kind, data) => {
    const body = Buffer.concat([Buffer.from(kind), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((width + 1) * height, 128).map((byte, at) => at % (width + 1) ? byte : 0));
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), chunk("IHDR", head), chunk("IDAT", rows),
    chunk("IEND", Buffer.alloc(0))]);
}

try {
  let address = await startStudio();
  const page = await openPage(address);
  if (!isShort) await look(page, "shelf");
  await makeByDefaults(page);

  // A book to sell, with a title, levels, a size, a front and colours of its own: nine clicks.
  let clicks = 0;
  const press = async (selector) => {
    clicks += 1;
    await page.click(selector);
  };
  const began = Date.now();
  await page.setViewport({ width: 1366, height: 768 });
  await press(".starts a[href$='to-sell']");
  await page.waitForSelector("dialog[open] input[name=title]");
  await page.type("dialog input[name=title]", "Rainy Days");
  // The page remembers the author of the last book.
  assert.equal(await page.$eval("dialog input[name=author]", (field) => field.value), "Ann Example");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".spread img[src^=blob]");
  assert.match(page.url(), /#\/book\/rainy-days$/);
  await waitForState(page, /^Draft · 68 pages · Amazon KDP would accept it/);
  // It opens on the first spread of puzzles, as high as the window allows; the front comes first.
  assert.equal(await page.$eval(".number input", (node) => node.value), "7");
  assert.equal(await page.$eval(".folio input", (node) => node.value), "7");
  const height = await page.$eval(".spread img", (node) => node.getBoundingClientRect().height);
  assert.ok(height >= 540, `a page is only ${height} pixels high`);
  assert.equal(await text(page, ".thumbs button"), "front");
  // The way to the next page by keyboard is short.
  await page.evaluate(() => document.body.focus());
  let stops = 0;
  while (!(await page.evaluate(() => document.activeElement.matches(".turn")))) {
    await page.keyboard.press("Tab");
    stops += 1;
    assert.ok(stops <= 12, "more than twelve stops before the pages are turned");
  }
  // No step scrolls, but that of all other settings.
  for (const step of ["book", "puzzles", "pages", "cover", "printer"]) {
    await page.click(`#tab-${step}`);
    const over = await page.$eval(".steps", (node) => node.scrollHeight - node.clientHeight);
    assert.ok(over <= 0, `${step} scrolls by ${over} pixels`);
  }
  await writeOnCover(page);
  await page.click("#tab-book");

  await press("#tab-puzzles");
  await press(".total button:nth-of-type(2)");
  await page.waitForFunction(() => document.querySelector("#level-1").value === "50");
  await press("#tab-pages");
  await press(".size .tile:has([value='7x10'])");
  await press("#tab-cover");
  await page.waitForSelector("img[data-drawn='fronts/window'][src^=blob]");
  await press(".front .tile:has([value=window])");
  await press(".palette .tile:has([value=forest])");
  await waitForState(page, /^Draft · \d+ pages · Amazon KDP would accept it/);
  await settle(page);
  await press("#make");
  await page.waitForSelector("#state.good");
  assert.match(await state(page), /^Made and verified, .* · \d+ pages · Amazon KDP would accept it/);
  assert.equal(await text(page, "#make"), "Made, nothing changed");
  assert.ok(clicks <= 9, `${clicks} clicks`);
  console.log(`from an empty folder to a verified book: ${clicks} clicks, ${Date.now() - began} ms`);
  execFileSync(program, ["verify", "rainy-days"], { cwd: books });
  // The steps at the printer keep their ticks; the book at other printers is shown when asked for.
  await page.click(".upload input");
  await page.click(".editions summary");
  await page.waitForFunction(() => document.querySelectorAll(".editions tr").length === 4);
  assert.match(await text(page, ".editions tr:last-child"), /^BoD.*190 × 270 mm.*pages.*spine about .* mm/);
  await page.reload();
  await page.waitForFunction(() => document.querySelector(".upload input")?.checked);
  assert.match(readFileSync(join(books, "rainy-days", "book.toml"), "utf8"), /palette = "forest"/);

  // A change is said at once, and nothing stays green beside it. Undo takes it back.
  await setField(page, "title", "Rainy Nights");
  assert.equal(await page.$("#state.good"), null, "a changed book is green");
  await waitForState(page, /^Changed since it was made, .* \(Title\)/);
  assert.equal(await text(page, "#make"), "Make again (Title)");
  assert.ok(await page.$(".run.earlier"), "files of an earlier version look like those of this one");
  await page.click("#undo");
  await page.waitForSelector("#state.good");
  // Making a changed book again asks nothing, and keeps its puzzles.
  const puzzles = readFileSync(join(books, "rainy-days", "catalog.csv"));
  await setField(page, "title", "Rainy Days Again");
  await waitForState(page, /^Changed/);
  await page.click("#make");
  await page.waitForSelector("#state.good");
  assert.ok(puzzles.equals(readFileSync(join(books, "rainy-days", "catalog.csv"))));
  // The settings of an earlier making come back by a click, and go by another.
  await page.click("[name=view][value=files]");
  await page.click(".versions summary");
  await page.waitForSelector(".versions li:nth-child(2)");
  assert.match(await text(page, ".versions li:first-child"), / · as now$/);
  assert.match(await text(page, ".versions li:nth-child(2)"), / · Title$/);
  await page.click(".versions li:nth-child(2) button");
  assert.equal(await page.$eval("#set-title", ({ value }) => value), "Rainy Days");
  await page.click("#undo");
  await page.waitForFunction(() => document.querySelector("#set-title").value === "Rainy Days Again");
  await settle(page);
  // Other puzzles need a yes, and the Enter key says no.
  await setField(page, "total", "40");
  await waitForState(page, /^Changed/);
  await settle(page);
  await page.click("#make");
  await page.waitForSelector("dialog[open] button[value=replace]");
  // Nothing is made before the answer, and nothing says so.
  assert.match(await text(page, "#state"), /^Changed/);
  assert.equal(await page.$(".run.making"), null, "the book seems to be made behind the question");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => !document.querySelector("dialog").open);
  assert.ok(puzzles.equals(readFileSync(join(books, "rainy-days", "catalog.csv"))));
  await waitForState(page, /^Changed/);

  // A wrong value says so in the line of the state and at its field; nothing that was typed is lost.
  await setField(page, "total", "none");
  await page.waitForFunction(() => /expected a number/.test(document.querySelector("#problem-total").textContent));
  assert.equal(await page.$eval("#set-total", (node) => node.ariaInvalid), "true");
  assert.match(await state(page), /^Cannot be made: 1 problem/);
  assert.ok(await page.$eval("#make", (node) => node.disabled), "a book with a problem can be made");
  await page.waitForSelector("#saved.partly");
  await page.click("#tab-book");
  await page.click("#state button");
  assert.equal(await page.evaluate(() => document.activeElement.id), "set-total");
  await setField(page, "total", "40");
  await page.waitForFunction(() => !document.querySelector("#problem-total").textContent);
  await settle(page);
  await page.waitForFunction(() => /40 puzzles, none twice/.test(document.querySelector("#state .facts").textContent));

  await page.setViewport({ width: 1440, height: 900 });
  await touchPuzzle(page);
  await takeStepsBack(page);
  await changePrinter(page);
  await openFurtherWindows(address);
  await page.bringToFront();
  await page.setViewport({ width: 1366, height: 768 });

  // Another printer brings its own papers and sizes.
  await setField(page, "printer", "office");
  await waitForState(page, /changed with it: .*Paper/);
  await settle(page);
  await page.click("#undo");
  await waitForState(page, /^Changed/);
  await settle(page);

  // Pages: by their number, by the printed number, by place, by keyboard, and as large as printed.
  await page.click("[name=view][value=pages]");
  const number = () => page.$eval(".number input", (node) => Number(node.value));
  await page.$eval(".folio input", (node) => {
    node.value = "4";
    node.dispatchEvent(new Event("change"));
  });
  assert.equal(await number(), 4);
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("ArrowRight");
  assert.equal(await number(), 6);
  const answers = await page.$eval(".places", (node) =>
    [...node.options].find(({ text }) => text.startsWith("Answers")).value);
  await page.select(".places", answers);
  assert.equal(await number(), Number(answers));
  await page.click(".spread img", { offset: { x: 8, y: 8 } });
  const width = await page.$eval(".spread img", (node) => node.getBoundingClientRect().width);
  assert.equal(Math.round(width), 7 * 96, "a page is not as wide as it is printed");
  await page.click(".spread img", { offset: { x: 8, y: 8 } });
  await page.evaluate(() => document.activeElement.blur());
  await page.setViewport({ width: 1440, height: 900 });
  await page.click("#tab-puzzles");
  if (!isShort) {
    await look(page, "book");
    for (const step of ["pages", "cover", "printer", "expert"]) {
      await page.click(`#tab-${step}`);
      await look(page, step, [360, 1440]);
    }
  }

  if (!isShort) {
    await measure(page);
    await setField(page, "title", "Rainy Days");
    await setField(page, "total", "40");
    await settle(page);

    // Two windows: the second one is asked.
    const other = await openPage(address);
    await other.goto(page.url());
    await other.waitForSelector("#set-title");
    await setField(other, "subtitle", "From the other window");
    await settle(other);
    await page.bringToFront();
    // The dialog may open while the text is typed: a space would press its button.
    await setField(page, "subtitle", "Mine");
    await page.waitForSelector("dialog[open] button[value=mine]");
    await page.click("dialog button[value=mine]");
    await settle(page);
    await other.close();
  }

  // Make it, and look at the files.
  await page.click("#make");
  await (await page.waitForSelector("dialog[open] button[value=replace]")).click();
  await page.waitForSelector("#state.good");
  assert.ok((await page.$$(".listing .copy")).length >= 10, "the text for the shop is not in parts");
  assert.ok(await page.$(".upload input"), "no steps at the printer");
  if (!isShort) await look(page, "made");
  const command = await page.$eval(".command", (node) => node.textContent);
  execFileSync(program, ["verify", "rainy-days"], { cwd: books });
  // The first line makes the book, the second one verifies it.
  const [line] = command.replace(/--out \S+/, "--out by-command").split("\n");
  execFileSync("sh", ["-c", line.replace(/^sudoku-press/, `"${program}"`)], { cwd: books, stdio: "ignore" });
  for (const name of ["book.pdf", "cover.pdf", "catalog.csv", "manifest.json"]) {
    const [ours, theirs] = ["rainy-days", "by-command"].map((book) => readFileSync(join(books, book, name)));
    assert.ok(ours.equals(theirs), `${name} differs from that of the command`);
  }
  const shelf = await openPage(address);
  await importWorkbook(shelf, address);
  await nameColumns(shelf, address);
  await shelf.goto(`${address.split("#")[0]}#/`);
  await shelf.waitForSelector(".starts li");
  await typeValues(shelf);
  await teachClass(shelf);
  await shareLook(shelf, address);
  await dealWeek(shelf, address);
  await shelf.close();
  await useOtherWindows(address);
  await page.bringToFront();

  if (!isShort) {
    // A crash while a long book is made: the studio starts again, and the book continues.
    await setField(page, "total", "5000");
    await settle(page);
    await page.click("#make");
    const replace = await page.waitForSelector("dialog[open] button[value=replace]");
    await replace.click();
    await page.waitForSelector(".bars progress");
    await page.reload();
    await page.waitForSelector(".bars progress");
    await endStudio("SIGKILL");
    await page.close();
    address = await startStudio();
    const again = await openPage(address);
    await again.goto(`${address.split("#")[0]}#/book/rainy-days`);
    await again.waitForSelector(".continue");
    await again.$eval(".continue", (button) => button.click());
    // The finished book is still there, and the page asks again before it goes.
    const replaceAgain = await again.waitForSelector("dialog[open] button[value=replace]");
    await replaceAgain.click();
    await again.waitForFunction(() => /verif|OK|ready/i.test(document.querySelector(".run")?.textContent ?? "")
      && document.querySelector(".run .files a, .run .files button"), { timeout: 300000 });
    execFileSync(program, ["verify", "rainy-days"], { cwd: books });
    await again.close();
  }
  if (!isShort) {
    // What is typed while the studio is away is saved as soon as it is back.
    const typing = await openPage(address);
    await typing.goto(`${address.split("#")[0]}#/book/rainy-days`);
    await typing.waitForSelector("#set-subtitle");
    await setField(typing, "subtitle", "Before");
    await settle(typing);
    await endStudio("SIGKILL");
    await setField(typing, "subtitle", "Typed while it was away");
    await typing.waitForFunction(() => document.querySelector("#away").textContent);
    address = await startStudio();
    const next = await openPage(address);
    await typing.bringToFront();
    await settle(typing);
    assert.match(readFileSync(join(books, "rainy-days", "book.toml"), "utf8"), /Typed while it was away/);

    // The begun puzzles of a stopped book are not thrown away without a question, nor is its work by closing.
    await setField(typing, "total", "5000");
    await setField(typing, "seed", "8");
    await settle(typing);
    await typing.$eval("#make", (button) => button.click());
    await (await typing.waitForSelector("dialog[open] button[value=replace]")).click();
    await typing.waitForSelector(".bars progress");
    await next.bringToFront();
    await next.click("#close");
    await (await next.waitForSelector("dialog[open] button[value=end]")).click();
    await next.waitForSelector("dialog[open] button[value=close]");
    await next.keyboard.press("Escape");
    await typing.bringToFront();
    await typing.$eval(".stop", (button) => button.click());
    await typing.waitForFunction(() => document.querySelector(".run").className.includes("unfinished"));
    // The files below are named as what they are, and nothing but the state says that the work was stopped.
    assert.match(await text(typing, ".run .lead"), /those of the book before\.$/);
    assert.doesNotMatch(await text(typing, ".messages"), /interrupted/);
    await next.bringToFront();
    await next.click("#close");
    await (await next.waitForSelector("dialog[open] button[value=end]")).click();
    await next.waitForSelector(".closed");
    await typing.close();
    await next.close();

    // The browser of the desktop gets a file, which leads to the page and is then gone.
    const opened = join(work, "opened");
    writeFileSync(join(work, "xdg-open"), `#!/bin/sh\necho "$1" > "${opened}.part"; mv "${opened}.part" "${opened}"\n`);
    chmodSync(join(work, "xdg-open"), 0o755);
    await startStudio([], { ...process.env, PATH: `${work}:${process.env.PATH}` });
    while (!existsSync(opened)) await new Promise((resolve) => setTimeout(resolve, 50));
    const file = readFileSync(opened, "utf8").trim();
    const byFile = await browser.newPage();
    await byFile.goto(`file://${file}`);
    await byFile.waitForSelector(".starts");
    assert.ok(!existsSync(file), "the file with the secret is still there");
    await byFile.close();
  }
  assert.equal(await endStudio("SIGINT"), 0, "Ctrl-C does not end the studio");
  console.log(`the studio is sound in ${await browser.version()}; pictures are in ${pictures}`);
} finally {
  studio?.kill("SIGKILL");
  await browser.close();
  rmSync(work, { recursive: true, force: true });
}
