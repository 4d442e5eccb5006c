// The page: its views, its colours, and what goes wrong.
import { load } from "./engine.js";
import * as link from "./link.js";
import { Play } from "./play.js";
import { Same } from "./same.js";
import { Search } from "./search.js";
import { at } from "./words.js";

/** Says what is wrong, as text, or that nothing is. */
function trouble(text) {
  at("trouble").hidden = !text;
  at("trouble").textContent = text ?? "";
}

const views = { play: new Play(trouble), search: new Search(trouble), same: new Same() };
const opened = new Set();
let current = null;

async function open() {
  const { view, settings, wrong } = link.read(location.hash);
  if (current !== view) {
    if (current) views[current].leave?.();
    current = view;
    for (const name of Object.keys(views)) at(`view-${name}`).hidden = name !== view;
    for (const anchor of document.querySelectorAll("nav a")) {
      if (anchor.hash === `#${view}`) anchor.setAttribute("aria-current", "page");
      else anchor.removeAttribute("aria-current");
    }
    document.title = `plyscope explorer: ${{ play: "play Othello", search: "search and compare", same: "the same code" }[view]}`;
  }
  trouble(null);
  // A view that was left goes on where it was, unless the link says otherwise.
  if (!opened.has(view) || [...settings].length > 0) {
    opened.add(view);
    await views[view].open(settings);
  } else {
    views[view].share?.();
  }
  if (wrong) trouble(wrong);
}

function theme() {
  const root = document.documentElement;
  const isDark = () => (root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  const label = () => { at("theme").textContent = isDark() ? "Light" : "Dark"; };
  // Some browsers keep nothing, or refuse to be asked.
  try {
    const kept = localStorage.getItem("theme");
    if (kept === "dark" || kept === "light") root.dataset.theme = kept;
  } catch { /* The system's choice. */ }
  at("theme").onclick = () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    try { localStorage.setItem("theme", root.dataset.theme); } catch { /* For this visit only. */ }
    label();
  };
  label();
}

theme();
// The link's address would be that of a view.
document.querySelector(".skip").onclick = (event) => {
  event.preventDefault();
  document.getElementById("main").focus();
};
addEventListener("hashchange", () => open().catch((error) => trouble(error.message)));
try {
  await load();
  await open();
  performance.mark("ready");
} catch (error) {
  trouble(`The explorer cannot start: ${error.message}.`);
}
document.documentElement.dataset.ready = "true";
