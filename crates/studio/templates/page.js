// Shared tools of the views: texts, pictures, and requests that wait for a lost server.
const RETRY_MS = 1500;
const SIBLING_MS = 400;
const MAX_FILE_BYTES = 64 * 1024 * 1024;

export const languages = await (await fetch("/languages.json")).json();
/** Returns the language of the window for readers of this one: English if the window lacks it. */
export const windowOf = (tag) =>
  Object.keys(languages).find((known) => known.split("-")[0] === tag.split("-")[0]) ?? "en";
/** The language of the window: the choice of the user, or else of the browser. */
export const language = windowOf(localStorage.language ?? navigator.languages[0]);
const texts = await (await fetch(`/${language}.json`)).json();
export const byId = (id) => document.getElementById(id);
export const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
/** Returns the text of a key, or else the fallback, with the values in place of their names. */
export const t = (key, values = {}, fallback = key) =>
  (texts[key] ?? fallback).replace(/\{(\w+)\}/g, (name, bare) => values[bare] ?? name);
export const formatNumber = (value, digits = 0) =>
  new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(value);
export const tCount = (key, count) => t(`${key}.${count === 1 ? "one" : "many"}`, { n: formatNumber(count) });
export const labelOf = (name) => t(`label.${name}`, {}, name.replaceAll("-", " "));
export const listLabels = (names) => names.map(labelOf).join(t("comma"));
export const wordOf = (name, word) => t(`word.${name}.${word}`, {}, word);

/** Writes the texts into the elements that name a key. */
export function translate(root) {
  for (const [key, property] of Object.entries({ t: "textContent", label: "ariaLabel", alt: "alt" }))
    for (const node of root.querySelectorAll(`[data-${key}]`)) node[property] = t(node.dataset[key]);
  return root;
}
export const copyTemplate = (id) => translate(byId(id).content.cloneNode(true)).firstElementChild;

export function create(tag, properties = {}, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
}
/** Creates an element from a message, whose names in backquotes become code. */
export const createMessage = (tag, message, properties) => create(tag, properties,
  ...message.split("`").map((text, at) => (at % 2 ? create("code", {}, text) : text)));
export const createOptions = ({ name, choices }, value) =>
  choices.map(({ word }) => new Option(wordOf(name, word), word, false, word === value));
/** Lets screen readers read a text. */
export const announce = (text) => byId("status").replaceChildren(text);
// An unchanged alert is not written again: screen readers would repeat it.
const showAway = (text) => byId("away").textContent !== text && byId("away").replaceChildren(text);

// A window passes the secret on to those that wait for it, and to one that asks for it: a second
// window of the browser has none. The secret of an earlier start is no answer.
const tokens = new BroadcastChannel("token");
let isRefused = !sessionStorage.token;
tokens.onmessage = ({ data }) => {
  if (data && isRefused) sessionStorage.token = data;
  else if (!data && !isRefused) tokens.postMessage(sessionStorage.token);
};
export function keepToken(token) {
  sessionStorage.token = token;
  isRefused = false;
  tokens.postMessage(token);
}
/** Asks the other windows for the secret. Returns true if one answers with another one. */
async function askForToken() {
  const known = sessionStorage.token;
  isRefused = true;
  tokens.postMessage("");
  for (let waited = 0; waited < SIBLING_MS && sessionStorage.token === known; waited += 20) await wait(20);
  return sessionStorage.token !== known;
}

/** Sends a request again and again while the server is away, so that nothing typed is lost. */
export async function request(path, body, signal) {
  const sent = body ? { method: "POST", body: JSON.stringify(body), signal } : { signal };
  if (!sessionStorage.token) await askForToken();
  while (true) {
    const token = `Bearer ${sessionStorage.token}`;
    const headers = { "Content-Type": "application/json", "Accept-Language": language, Authorization: token };
    try {
      const answer = await fetch(`/api/${path}`, { ...sent, headers });
      isRefused = answer.status === 401;
      if (isRefused && (await askForToken())) continue;
      showAway(isRefused ? t(sessionStorage.token ? "away.token" : "away.window", location) : "");
      if (![401, 503].includes(answer.status)) return answer;
    } catch (error) {
      if (signal?.aborted) throw error;
      showAway(t("away", location));
    }
    await wait(RETRY_MS);
    signal?.throwIfAborted();
  }
}
export const askJson = async (path, body, signal) => (await request(path, body, signal)).json();

const onScreen = new IntersectionObserver((entries) => {
  for (const { target } of entries.filter((entry) => entry.isIntersecting)) target.fetchPicture();
}, { rootMargin: "60px", scrollMargin: "60px" });

/** Shows a picture as soon as its element is on screen; resolves then. The old one stays until the
    new one is there. */
export const showPicture = (image, path, signal) => new Promise((resolve) => {
  const fetchPicture = async () => {
    onScreen.unobserve(image);
    const answer = await request(path, undefined, signal);
    // The server forgets the pictures of an older preview.
    if (image.fetchPicture !== fetchPicture) return;
    image.classList.toggle("missing", !answer.ok && !image.src);
    if (!answer.ok) return;
    image.src = URL.createObjectURL(await answer.blob());
    image.onload = image.onerror = () => resolve(URL.revokeObjectURL(image.src));
  };
  image.fetchPicture = fetchPicture;
  image.classList.remove("missing"); // What is hidden is never seen.
  onScreen.unobserve(image);
  onScreen.observe(image);
});

export function download(blob, name) {
  const address = URL.createObjectURL(blob);
  create("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Puts an element over a place of a picture: left, top, width and height as shares of it. */
export function placeOn(element, place) {
  ["left", "top", "width", "height"].forEach((side, at) => (element.style[side] = `${100 * place[at]}%`));
  return element;
}

const readBase64 = (file, reader = new FileReader()) => new Promise((resolve) => {
  reader.onloadend = () => resolve(reader.result?.split(",")[1]);
  reader.readAsDataURL(file);
});

/** Sends each file that is chosen in an input or dropped on it, and shows the answer. */
export function sendFiles(input, path, getMore, show) {
  input.onchange = async () => {
    const [file] = input.files;
    if (!file) return;
    const base64 = file.size > MAX_FILE_BYTES ? "" : await readBase64(file);
    input.value = ""; // The same file can be chosen again.
    if (!base64) return show({ message: t(file.size ? "file.unreadable" : "file.empty", file) }, file.name);
    const order = { ...getMore(), file: file.name, base64 };
    return show(await askJson(path, order), file.name, order);
  };
}

/** Makes a drop area send its files and show the answers. Returns the area. */
export function setUpDrop(area, path, getMore, createResult) {
  const show = (...parts) => area.querySelector(".result").replaceChildren(...parts);
  area.querySelector("input").addEventListener("change", () => show(t("file.sending")));
  sendFiles(area.querySelector("input"), path, getMore, async (found, ...sent) => show(...(
    found.message && !found.asks ? [createMessage("p", found.message)] : await createResult(found, ...sent, show))));
  return area;
}

/** Asks in a dialog. Returns the name of the pressed button; "" if the user pressed Escape. */
export function ask(heading, body, choices) {
  const dialog = byId("ask");
  const [title, content, buttons] = dialog.firstElementChild.children;
  title.textContent = heading;
  content.replaceChildren(body);
  buttons.replaceChildren(...Object.entries(choices).map(([value, text]) =>
    create("button", { value, textContent: text })));
  dialog.returnValue = "";
  dialog.showModal();
  const first = content.querySelector("input:not([tabindex]), select");
  (first ?? buttons.firstChild).focus();
  first?.select?.();
  return new Promise((resolve) => (dialog.onclose = () => resolve(dialog.returnValue)));
}
