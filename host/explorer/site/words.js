// Numbers, values and commands as people read them, and elements of the page.

const GROUPED = new Intl.NumberFormat("en");
export const grouped = (number) => GROUPED.format(number);

/** A count that may be large, in a few characters. */
export function short(number) {
  if (number < 1e4) return grouped(Math.round(number));
  if (number < 1e6) return `${(number / 1e3).toFixed(number < 1e5 ? 1 : 0)}k`;
  return `${(number / 1e6).toFixed(number < 1e8 ? 1 : 0)}M`;
}

/** What a value is worth, such as "+2.14 discs" or "won by 12". */
export const worth = (report) => (report.centidiscs === null || report.result !== null ? report.words : `${report.words} discs`);

/** The options of an engine or a tree, as pairs. */
export function pairs(text) {
  return text.split(",").map((part) => part.trim()).filter(Boolean).map((part) => {
    const at = part.indexOf("=");
    return at < 0 ? [part, ""] : [part.slice(0, at), part.slice(at + 1)];
  });
}

const quoted = (text) => (/^[\w.:=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/** The place of a search as the command takes it: moves after a position of Othello become the position that they lead to. */
export function reachedBy(place, { squares, side }) {
  return place.game === "othello" && place.from ? { game: "othello", from: `${squares} ${"XO"[side]}` } : place;
}

/** The same search on the desktop's command line. */
export function command({ game, from = "", moves = "" }, engine) {
  const [name, options = ""] = game.split(/ (.*)/s);
  // Typed trees are traced: a search of one alone has nothing to show.
  if (name === "tree") return `plyscope trace ${quoted(from)} --engine ${quoted(engine)}`;
  const words = ["plyscope", "search", name];
  for (const [key, text] of pairs(options)) words.push(`--${key}`, quoted(text));
  if (from) words.push("--position", quoted(from));
  else if (moves) words.push("--moves", quoted(moves));
  else if (name === "othello") words.push("start");
  for (const [key, text] of pairs(engine)) {
    if (text === "false") continue;
    words.push(`--${key}`);
    if (text !== "true") words.push(quoted(text));
  }
  return words.join(" ");
}

/** The element with this id. */
export const at = (id) => document.getElementById(id);

/** A new element. Text is text, never markup. */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  set(element, attributes, children);
  return element;
}

/** A new element of a drawing. */
export function draw(name, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  set(element, attributes, children);
  return element;
}

function set(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    element.setAttribute(key, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
}

/** Copies text, and says so on the button for a while. */
export async function copy(button, text) {
  const before = button.dataset.label ?? button.textContent;
  button.dataset.label = before;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    // Without permission: the address holds the settings all the same.
    button.textContent = "It is in the address bar";
  }
  setTimeout(() => { button.textContent = before; }, 2000);
}
