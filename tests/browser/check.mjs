// Opens proof sheets in Chromium and looks at them as a reader would: with a mouse, a keyboard, a phone, in the
// dark, on paper, without scripts.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import puppeteer from "puppeteer-core";

const [sheets, pictures] = process.argv.slice(2);
const axe = readFileSync("node_modules/axe-core/axe.min.js", "utf8");
const profile = mkdtempSync(join(tmpdir(), "browser-"));
const browser = await puppeteer.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  headless: true,
  userDataDir: profile,
  args: [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
  ],
});

async function open(name, width, scheme = "light", hash = "") {
  const page = await browser.newPage();
  page.on("console", (message) => assert.fail(`${name}: ${message.text()}`));
  page.on("pageerror", (error) => assert.fail(`${name}: ${error.message}`));
  page.on("request", (request) => assert.match(request.url(), /^(file|data|blob):/, "it asks the network"));
  await page.setViewport({ width, height: 900 });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
  await page.goto(`file://${sheets}/${name}.html${hash}`);
  return page;
}

const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;

try {
  for (const name of ["run", "two", "findings", "catalog"]) {
    for (const width of [360, 1400]) {
      const page = await open(name, width);
      assert.ok((await page.evaluate(overflow)) <= 0, `${name} is wider than ${width} pixels`);
      await page.screenshot({ path: `${pictures}/${name}-${width}.png`, fullPage: true });
      await page.close();
    }
    for (const scheme of ["light", "dark"]) {
      const page = await open(name, 1400, scheme);
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() =>
        axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }));
      const words = violations.map((v) => `${v.id}: ${v.help}: ${v.nodes[0].html.slice(0, 200)}`);
      assert.deepEqual(words, [], `${name}, ${scheme}`);
      await page.close();
    }
  }
  await (await open("run", 1400, "dark")).screenshot({ path: `${pictures}/run-dark.png`, fullPage: true });

  // Dark is dark, and paper is white.
  const page = await open("run", 1400, "dark");
  const back = () => getComputedStyle(document.body).backgroundColor;
  const light = (colour) => Math.max(...colour.match(/\d+/g).slice(0, 3).map(Number));
  assert.ok(light(await page.evaluate(back)) < 60, "the dark page is light");
  await page.emulateMediaType("print");
  assert.ok(light(await page.evaluate(back)) > 250, "the printed page is dark");
  await page.pdf({ path: `${pictures}/run.pdf`, format: "A4", printBackground: true });
  await page.close();

  // Every link reaches what it names; an enlarged spread fills the window, and closes.
  const run = await open("run", 1400);
  const links = await run.$$eval("a[href^='#']", (all) => all.map((a) => a.getAttribute("href")));
  for (const link of new Set(links)) {
    assert.ok(await run.$(`[id="${link.slice(1)}"]`), `${link} leads nowhere`);
  }
  await run.click("#b1p10 .enlarge");
  const large = () => {
    const box = document.querySelector(".spread:target")?.getBoundingClientRect();
    return box && [box.width, box.height].map(Math.round);
  };
  assert.deepEqual(await run.evaluate(large), [1400, 900], "the spread is not large");
  await run.screenshot({ path: `${pictures}/run-large.png` });
  await run.keyboard.press("ArrowRight");
  assert.equal(await run.evaluate(() => location.hash), "#b1p12");
  await run.keyboard.press("Escape");
  assert.ok(!(await run.evaluate(large)), "Escape does not close it");
  // By keyboard alone, without the script: to the link that closes it.
  await run.setJavaScriptEnabled(false);
  await run.goto(`file://${sheets}/run.html#b1p10`);
  let words = "";
  for (let i = 0; i < 6 && words !== "Close"; i++) {
    await run.keyboard.press("Tab");
    const session = await run.createCDPSession();
    const { result } = await session.send("Runtime.evaluate", { expression: "document.activeElement.textContent" });
    words = result.value;
  }
  assert.equal(words, "Close", "the keyboard does not reach the link that closes a spread");
  await run.close();

  // A link of the findings opens the page with a ring on it.
  const findings = await open("findings", 1400);
  await findings.click(".findings td a");
  const ring = await findings.$eval(".spread:target .ring", (ring) => ring.getBoundingClientRect().width);
  assert.ok(ring > 0, "no ring is seen");
  await findings.screenshot({ path: `${pictures}/findings-large.png` });
  console.log(`4 sheets are sound in ${await browser.version()}; pictures are in ${pictures}`);
} finally {
  await browser.close();
  rmSync(profile, { recursive: true, force: true });
}
