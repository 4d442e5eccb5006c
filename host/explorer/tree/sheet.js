// The page of a worksheet: each search with blanks to fill in, and then with the answers.
import { number } from "./words.js";
import { prepare, Replay, Shape } from "./replay.js";
import { TreeCanvas } from "./canvas.js";
import { make } from "./make.js";

/** What the last iteration of a search did: leaves in their order, and of each inner node its number, first window and cut. */
function solved(replay) {
  const { shape, search } = replay;
  let leaves = [];
  let facts = new Map();
  const of = (node) => {
    if (!facts.has(node)) { facts.set(node, { order: null, window: null, cut: null }); }
    return facts.get(node);
  };
  let expanded = 0;
  while (replay.step()) {
    const { event } = replay;
    const node = event.ply === undefined ? shape.root : replay.at(event.ply);
    switch (event.event) {
      case "began":
        [leaves, facts, expanded] = [[], new Map(), 0];
        of(shape.root).window = event.window;
        break;
      case "expanded":
        if (of(node).order === null) { of(node).order = expanded += 1; }
        break;
      case "generated": {
        const child = shape.child(node, event.move);
        if (child.children.length === 0 && !leaves.includes(child)) { leaves.push(child); }
        break;
      }
      case "descended": {
        const child = replay.path[event.ply + 1];
        if (of(child).window === null) { of(child).window = event.window; }
        break;
      }
      case "pruned":
        if (!search.best_first) { of(node).cut = node.children.filter((child) => replay.state(child).skipped); }
        break;
      default: break;
    }
  }
  return { leaves: leaves, facts: facts };
}

/** The sheets of one search. */
class Sheets {
  constructor(shape, search, events, title) {
    this.shape = shape;
    this.search = search;
    this.events = events;
    this.title = title;
    this.end = new Replay(shape, search, events);
    Object.assign(this, solved(this.end));
    this.inner = shape.nodes.filter((node) => node.children.length > 0);
    this.columns = this.chosen();
  }

  /** The columns of the table: the heading, what is in it, and whether it is to be filled in. */
  chosen() {
    const { shape, facts } = this;
    const fact = (node) => facts.get(node) || { order: null, window: null, cut: null };
    const end = (index) => (node) => {
      const { window } = fact(node);
      return window === null ? "–" : window[index] === null ? (index === 0 ? "−∞" : "∞") : number(window[index]);
    };
    const columns = [
      ["node", (node) => shape.name(node), false],
      ["moves", (node) => (shape.isMax(node) ? "MAX" : "MIN"), false],
    ];
    const stat = (node) => node.typed ?? this.end.state(node).stat;
    if (this.inner.some((node) => stat(node) !== null)) { columns.push(["static value", (node) => number(stat(node)), false]); }
    columns.push(["expanded as number", (node) => fact(node).order ?? "never", true]);
    if (this.inner.some((node) => fact(node).window !== null)) { columns.push(["first α", end(0), true], ["first β", end(1), true]); }
    columns.push(["value", (node) => {
      const state = this.end.state(node);
      return fact(node).order === null || state.value === null ? "–" : this.canvas.bound(node, state) + number(state.value);
    }, true]);
    if (!this.search.best_first) {
      columns.push(["moves cut", (node) => {
        const { cut } = fact(node);
        return cut === null || cut.length === 0 ? "–" : cut.map((child) => shape.name(child)).join(", ");
      }, true]);
    }
    return columns;
  }

  /** A part that keys can scroll where it is wider than the screen. */
  region(parent, className, label) {
    const box = make("div", parent, { className: className, tabIndex: 0 });
    box.setAttribute("role", "region");
    box.setAttribute("aria-label", label);
    return box;
  }

  /** A sheet, with the answers or with blanks. */
  show(parent, answers) {
    const { search, shape } = this;
    const section = make("section", parent, { className: "sheet " + (answers ? "answers" : "blanks") });
    const title = search.name + (answers ? ": answers" : "");
    section.setAttribute("aria-label", title + (answers ? "" : ": to fill in"));
    make("h2", section, { textContent: title });
    make("p", section, { className: "about", textContent: this.title });
    if (!answers) {
      make("p", section, { className: "who", textContent: "Name: ____________________________   Date: ______________" });
      make("p", section, {
        textContent: "Carry out the search by hand. Write the value of each node into the tree, cross out what is cut, and fill in the rest. " +
          "Squares are nodes where MAX moves, circles where MIN moves; all values are for MAX.",
      });
    }
    const box = this.region(section, "tree-box", "Tree of " + title);
    const replay = answers ? this.end : new Replay(shape, search, this.events);
    const canvas = new TreeCanvas(box, replay, "The tree of " + title, () => canvas.draw());
    // Bounds of values are as the drawing has them.
    if (answers) { this.canvas = canvas; }
    canvas.draw();
    const never = shape.nodes.filter((node) => node.children.length === 0 && !this.leaves.includes(node));
    const list = (nodes) => (nodes.length === 0 ? "none" : nodes.map((node) => shape.name(node)).join(", "));
    for (const [words, nodes] of [["Leaves in the order in which they are generated: ", this.leaves], ["Leaves that are never generated: ", never]]) {
      make("p", section, { className: "leaves", textContent: words + (answers ? list(nodes) : "_".repeat(40)) });
    }
    const scroll = this.region(section, "table-box", "Inner nodes of " + title);
    const table = make("table", scroll, {});
    make("caption", table, { textContent: "The inner nodes" });
    const head = make("tr", make("thead", table, {}), {});
    for (const [name] of this.columns) { make("th", head, { scope: "col", textContent: name }); }
    const body = make("tbody", table, {});
    for (const node of this.inner) {
      const row = make("tr", body, {});
      this.columns.forEach(([, told, isAsked], index) => {
        const cell = make(index === 0 ? "th" : "td", row, { textContent: isAsked && !answers ? "" : told(node) });
        if (index === 0) { cell.scope = "row"; }
      });
    }
  }
}

/** Prints all sheets, or those of one kind. */
function print(kind) {
  document.body.dataset.print = kind;
  window.print();
}

function sheets(text) {
  const lines = text.split("\n").filter((line) => line.length > 0).map((line) => JSON.parse(line));
  const header = lines[0];
  const shape = new Shape(header);
  const begins = lines.flatMap((line, index) => (line.event === "search" ? [index] : [])).concat([lines.length]);
  const searches = begins.slice(0, -1).map((begin, index) => [lines[begin], lines.slice(begin + 1, begins[index + 1])]);
  for (const [search, events] of searches) {
    prepare(shape, events);
    // Leaves of games have the values that the search gives them.
    const replay = new Replay(shape, search, events);
    replay.seek(events.length);
    for (const node of shape.nodes) {
      if (node.children.length === 0 && node.typed === null) { node.typed = replay.state(node).stat; }
    }
  }
  const parent = document.getElementById("sheets");
  const all = searches.map(([search, events]) => new Sheets(shape, search, events, header.title));
  for (const answers of [false, true]) {
    for (const one of all) { one.show(parent, answers); }
  }
  for (const button of document.querySelectorAll("[data-print]")) {
    button.addEventListener("click", () => print(button.dataset.print));
  }
}

sheets(document.getElementById("trace").textContent);
