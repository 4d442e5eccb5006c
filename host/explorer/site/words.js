// Numbers, values and commands as people read them, and elements of the page.

const GROUPED = new Intl.NumberFormat("en");
export const grouped = (number) => GROUPED.format(number);

/** A count that may be large, in a few characters. */
export function short(number) {
  if (number < 1e4) return grouped(Math.round(number));
  if (number < 1e6) return `${(number / 1e3).toFixed(number < 1e5 ? 1 : 0)}k`;
  return `${(number / 1e6).toFixed(number < 1e8 ? 1 : 0)}M`;
}

const signed = (number, decimals) => (number > 0 ? "+" : number < 0 ? "−" : "") + Math.abs(number).toFixed(decimals);

// Best-first minimax has only these values for finished games; a draw is next to a loss.
const WON = 2147483646;

/** A value for the side to move, such as "+2.14 discs". */
export function value(report) {
  if (report.unit === "own") return grouped(report.value).replace("-", "−");
  if (Math.abs(report.value) >= WON - 1) return { [WON]: "a win", [-WON]: "a loss" }[report.value] ?? "a draw";
  if (report.score !== null) return `${signed(report.score, 0)}`;
  return report.unit === "discs" ? signed(report.value, 0) : signed(report.value / 100, 2);
}

/** A value in discs as a number, for comparison. */
export function discs(report) {
  if (report.score !== null) return report.score;
  if (Math.abs(report.value) >= WON - 1) return { [WON]: 64, [-WON]: -64 }[report.value] ?? 0;
  return report.unit === "discs" ? report.value : report.value / 100;
}

/** What a value is worth, as the desktop says it. */
export function worth(report) {
  if (report.proven && report.bound === "exact") return "exact: proven to the end of the game";
  if (report.proven) return report.bound === "lower" ? "at least this, proven" : "at most this, proven";
  return {
    exact: "the minimax value at this depth",
    lower: "at least this at this depth",
    upper: "at most this at this depth",
    estimate: "an estimate",
    unknown: "stopped before there was a value",
  }[report.bound];
}

/** The options of an engine or a tree, as pairs. */
export function pairs(text) {
  return text.split(",").map((part) => part.trim()).filter(Boolean).map((part) => {
    const at = part.indexOf("=");
    return at < 0 ? [part, ""] : [part.slice(0, at), part.slice(at + 1)];
  });
}

const quoted = (text) => (/^[\w.:=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/** The same search on the desktop's command line. */
export function command({ game, from = "", moves = "" }, engine) {
  const [name, options = ""] = game.split(/ (.*)/s);
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
