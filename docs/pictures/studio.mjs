// The pictures of the studio in docs/studio.md and the README: the shelf, the levels of a book, and a finished book,
// 1,366 x 768. Needs Chromium, the program, and the folder of packages that tests/browser/run has made:
//   node docs/pictures/studio.mjs target/release/sudoku-press target/browser [the folder of the books]
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const program = realpathSync(process.argv[2]);
const puppeteer = createRequire(`${resolve(process.argv[3])}/`)("puppeteer-core");
const pictures = dirname(fileURLToPath(import.meta.url));
const books = resolve(process.argv[4] ?? join(mkdtempSync(join(tmpdir(), "pictures-")), "books"));
mkdirSync(books, { recursive: true });
const env = { ...process.env, SOURCE_DATE_EPOCH: "1798761600" };
const studio = spawn(program, ["studio", books, "--no-browser"], { stdio: ["ignore", "pipe", "ignore"], env });
const { value: address } = await createInterface({ input: studio.stdout })[Symbol.asyncIterator]().next();
const browser = await puppeteer.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", headless: true, args: ["--no-sandbox", "--disable-gpu"] });
const page = await browser.newPage();
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
const save = async (name) => {
  await wait(2500);
  await page.screenshot({ path: join(pictures, `studio-${name}.png`) });
};

async function begin(start, title, make) {
  await page.goto(`${address.split("#")[0]}#/`);
  await page.waitForSelector(".starts li");
  await page.$eval(`.starts a[href$='${start}']`, (link) => link.click());
  await page.waitForSelector("dialog[open] input[name=title]");
  await page.type("dialog input[name=title]", title);
  const author = await page.$("dialog input[name=author]");
  if (author) await author.evaluate((field) => (field.value = "Ann Author"));
  await page.keyboard.press("Enter");
  await page.waitForSelector(".spread img[src^=blob]");
  if (!make) return;
  await page.waitForFunction(() => !document.querySelector("#make").disabled
    && document.querySelector(".preview").ariaBusy === "false");
  await page.click("#make");
  await page.waitForSelector("#state.good");
}

try {
  await page.setViewport({ width: 1366, height: 768 });
  await page.goto(address);
  // The page keeps the secret of its address first.
  await page.waitForSelector(".starts li");
  await begin("large-print", "Clear Mornings", true);
  await begin("children", "Number Friends", false);
  await begin("to-sell", "Rainy Days", false);
  await page.click("#tab-puzzles");
  await save("book");
  await page.waitForFunction(() => !document.querySelector("#make").disabled);
  await page.click("#make");
  await page.waitForSelector("#state.good");
  await save("made");
  await page.goto(`${address.split("#")[0]}#/`);
  await page.waitForSelector(".books li");
  await save("shelf");
} finally {
  await browser.close();
  studio.kill();
}
