// Draws a replay as SVG. Squares are nodes where MAX moves, circles where MIN moves.
import { bounds, brief, interval, number, reason } from "./words.js";
import { layout, MOST_DRAWN } from "./layout.js";

const SVG = "http://www.w3.org/2000/svg";
const PLY = 94;
const RADIUS = 15;
/** From a line under a node to the next. */
const LINE = 13;

function element(name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  for (const key in attributes) { made.setAttribute(key, attributes[key]); }
  if (text !== undefined) { made.textContent = text; }
  return made;
}

/** The drawing of one replay in a container. */
export class TreeCanvas {
  /** `label` describes the drawing; `onPick(node)` is called when a node is chosen. */
  constructor(container, replay, label, onPick) {
    this.container = container;
    this.replay = replay;
    this.onPick = onPick;
    this.picked = null;
    this.asks = null;
    this.svg = element("svg", { class: "tree-canvas", role: "group", "aria-label": label });
    container.append(this.svg);
    this.fixed = null;
    this.svg.addEventListener("click", (event) => this.choose(event.target));
    this.svg.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") {
        if (this.choose(event.target)) {
          event.preventDefault();
          event.stopPropagation();
        }
      }
    });
  }

  choose(target) {
    const group = target.closest("[data-node]");
    if (!group) { return false; }
    this.picked = this.replay.shape.nodes[Number(group.dataset.node)];
    this.onPick(this.picked);
    return true;
  }

  /** The places of the nodes: the same at every step, unless the tree is large. */
  places() {
    const shape = this.replay.shape;
    if (shape.nodes.length > MOST_DRAWN) { return layout(shape, this.replay.node); }
    if (!this.fixed || this.fixed.nodes !== shape.nodes.length) {
      this.fixed = layout(shape, shape.root);
      this.fixed.nodes = shape.nodes.length;
    }
    return this.fixed;
  }

  /** Draws the replay's step. */
  draw() {
    const replay = this.replay;
    const places = this.places();
    // All nodes are as wide as the longest value needs.
    const wide = Math.max(2 * RADIUS, 8 * this.replay.shape.longest + 18);
    const step = Math.max(52, wide + 12);
    this.isNarrow = places.gap * step < 7 * (7 + 2 * replay.shape.longest);
    const width = Math.max(places.width * step + 40, 240);
    const height = places.height * PLY + 30 + RADIUS + 4 * LINE;
    const focused = document.activeElement && document.activeElement.closest && this.svg.contains(document.activeElement) ?
      document.activeElement.closest("[data-node]").dataset.node : null;
    this.svg.replaceChildren();
    this.svg.setAttribute("viewBox", "0 0 " + width + " " + height);
    // Small trees are not blown up; wide ones may be scrolled.
    this.svg.style.setProperty("--natural", width + "px");
    const at = function (place) { return [20 + (place.x + 0.5) * step, 30 + place.y * PLY]; };
    const onPath = new Set(replay.path);
    const best = new Set(replay.line(replay.shape.root));
    const edges = element("g", { class: "edges" });
    const nodes = element("g", { class: "nodes" });
    for (const [node, place] of places.places) {
      const [x, y] = at(place);
      const state = replay.states.get(node.id) || null;
      const met = state !== null && state.epoch > 0;
      // The root is given.
      const now = node.parent === null || met && state.epoch === replay.epoch;
      if (node.parent !== null) {
        const [px, top] = at(places.places.get(node.parent));
        // Below what stands under the parent.
        const under = this.lines(node.parent).length;
        const from = top + RADIUS + (under > 0 ? LINE * under + 9 : 0);
        const skipped = state !== null && state.skipped;
        const kinds = ["edge", onPath.has(node) ? "on-path" : "", best.has(node) ? "best" : "", skipped ? "skipped" : "",
          now || skipped ? "" : "faint"];
        edges.append(element("line", { class: kinds.join(" ").trim(), x1: px, y1: from, x2: x, y2: y - RADIUS }));
        if (best.has(node)) { edges.append(this.arrow(px, from, x, y - RADIUS)); }
        if (skipped) { edges.append(this.cross((px + x) / 2, (from + y - RADIUS) / 2)); }
      }
      nodes.append(this.node(node, state, { x: x, y: y, wide: wide, now: now, met: met, onPath: onPath.has(node) }));
      const more = places.hidden.get(node);
      if (more) { nodes.append(element("text", { class: "note", x: x + wide / 2 + 4, y: y + 4 }, "+" + more)); }
    }
    this.svg.append(edges, nodes);
    if (focused !== null) {
      const again = this.svg.querySelector("[data-node=\"" + focused + "\"] .hit");
      if (again) { again.focus({ preventScroll: true }); }
    }
    this.follow();
  }

  arrow(x1, y1, x2, y2) {
    const length = Math.hypot(x2 - x1, y2 - y1);
    const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
    const [x, y] = [x2 - 1 * dx, y2 - 1 * dy];
    const side = 5;
    const points = [[x, y], [x - 10 * dx - side * dy, y - 10 * dy + side * dx], [x - 10 * dx + side * dy, y - 10 * dy - side * dx]];
    return element("polygon", { class: "arrow", points: points.map((point) => point.map((n) => n.toFixed(1)).join(",")).join(" ") });
  }

  cross(x, y) {
    return element("path", { class: "cross", d: "M" + (x - 6) + " " + (y - 6) + "l12 12m0 -12l-12 12" });
  }

  /** The words for a node's state. */
  describe(node) {
    const replay = this.replay;
    const isMax = replay.shape.isMax(node);
    const state = replay.states.get(node.id);
    const parts = [replay.shape.name(node) + ", " + (isMax ? "MAX" : "MIN") + " moves"];
    if (!state || state.epoch === 0) {
      if (node.parent !== null) { parts.push(state && state.skipped ? "cut, not generated" : "not generated"); }
      return parts.join("; ");
    }
    if (state.stat !== null) { parts.push("static value " + number(state.stat)); }
    if (state.value !== null && !state.isStatic) { parts.push("value " + { "": "", "≥": "at least ", "≤": "at most " }[this.bound(node, state)] + number(state.value)); }
    if (state.window) { parts.push("window " + bounds(state.window)); }
    if (state.weight) { parts.push("to prove and to disprove: " + state.weight.map((count) => (count === null ? "impossible" : count)).join(", ")); }
    if (state.range) { parts.push("estimate " + interval(state.range)); }
    if (state.skipped) { parts.push("cut with its siblings, not searched"); }
    if (state.cut) { parts.push((this.replay.search.best_first && state.cut.reason === "window" ? "left: " : "cut: ") + reason(state.cut, isMax)); }
    if (state.times > 1) { parts.push("generated " + state.times + " times"); }
    if (state.epoch < replay.epoch) { parts.push(Number.isInteger(state.epoch) ? "from an earlier search" : "forgotten"); }
    return parts.join("; ");
  }

  node(node, state, { x, y, wide, now, met, onPath }) {
    const replay = this.replay;
    const isMax = replay.shape.isMax(node);
    const skipped = state !== null && state.skipped;
    const kinds = ["node", isMax ? "max" : "min", now ? "" : "faint", skipped ? "skipped" : "", onPath ? "on-path" : "",
      state !== null && state.cut ? "cut" : "", replay.node === node && replay.index > 0 ? "current" : "", this.picked === node ? "picked" : "",
      this.asks !== null ? "asked" : ""];
    const group = element("g", {
      class: kinds.filter((kind) => kind !== "").join(" "), "data-node": node.id, transform: "translate(" + x.toFixed(1) + " " + y.toFixed(1) + ")",
    });
    const words = this.describe(node);
    group.append(element("title", {}, words), this.marks(node, state, { wide: wide, met: met }));
    group.append(element("rect", {
      class: "hit", tabindex: "0", role: "button", "aria-label": words, x: -wide / 2 - 3, y: -RADIUS - 3, width: wide + 6, height: 2 * RADIUS + 6,
      rx: isMax ? 2 : RADIUS + 3,
    }));
    return group;
  }

  /** What is drawn of a node. Its name says the same in words. */
  marks(node, state, { wide, met }) {
    const replay = this.replay;
    const isMax = replay.shape.isMax(node);
    const group = element("g", { "aria-hidden": "true" });
    if (replay.node === node && replay.index > 0) {
      group.append(element("rect", { class: "ring", x: -wide / 2 - 5, y: -RADIUS - 5, width: wide + 10, height: 2 * RADIUS + 10, rx: isMax ? 4 : RADIUS + 5 }));
    }
    // As wide as its number: a circle of a long one is a stadium.
    group.append(element("rect", { class: "shape", x: -wide / 2, y: -RADIUS, width: wide, height: 2 * RADIUS, rx: isMax ? 0 : RADIUS }));
    if (met && state.value !== null) {
      group.append(element("text", { class: "value" + (state.isStatic ? " static" : ""), y: 4.5 }, this.bound(node, state) + brief(state.value)));
    }
    if (!met && node.typed !== null && node.children.length === 0) {
      group.append(element("text", { class: "value static", y: 4.5 }, brief(node.typed)));
    }
    if (replay.leaf === node) { group.append(element("text", { class: "star", x: wide / 2 + 1, y: -RADIUS + 2 }, "★")); }
    const label = node.name || node.move;
    if (label) { group.append(element("text", { class: "label", x: -wide / 2 - 2, y: -RADIUS + 1 }, label.length > 10 ? label.slice(0, 9) + "…" : label)); }
    if (!met) { return group; }
    this.lines(node).forEach(([kind, text], index) => {
      group.append(element("text", { class: "note " + kind, y: RADIUS + 5 + LINE * (index + 1) }, text));
    });
    const unknown = this.unknown(node, state);
    if (unknown > 0) {
      group.append(element("line", { class: "edge skipped", x1: wide / 2, y1: 6, x2: wide / 2 + 14, y2: 26 }));
      group.append(element("path", { class: "cross", d: "M" + (wide / 2 + 3) + " 11l9 9m0 -9l-9 9" }));
    }
    return group;
  }

  /** How many children of a node are cut and not known: games do not generate them. */
  unknown(node, state) {
    const { search, shape } = this.replay;
    return state.cut && !search.best_first && !shape.isWhole && state.count !== null ? state.count - node.children.length : 0;
  }

  /** The lines under a node: the class and the text of each. */
  lines(node) {
    const replay = this.replay;
    const state = replay.states.get(node.id);
    if (!state || state.epoch === 0) { return []; }
    const lines = [];
    if (state.epoch === replay.epoch || node.parent === null) {
      if (state.window) {
        const kind = replay.path.includes(node) ? "window" : "window old";
        const text = bounds(state.window, brief);
        // One below the other where there is no room beside each other.
        lines.push(...(this.isNarrow ? text.split(/ (?=β)/) : [text]).map((line) => [kind, line]));
      }
      if (state.weight) { lines.push(["range", state.weight.map((count) => (count === null ? "∞" : count)).join(" : ")]); }
      if (state.range && state.range.some((end) => end !== null)) { lines.push(["range", "≈ " + interval(state.range, brief)]); }
    }
    if (state.cut && !(replay.search.best_first && state.cut.reason === "window")) {
      const unknown = this.unknown(node, state);
      lines.push(["why", "✂ " + state.cut.reason + (unknown > 0 ? ": " + unknown : "")]);
    }
    if (state.times > 1) { lines.push(["again", "×" + state.times]); }
    return lines;
  }

  /** The sign before the value of a node that was cut: it is a bound. */
  bound(node, state) {
    if (!state.cut || this.replay.search.best_first || state.isStatic) { return ""; }
    const known = state.cut.reason === "window" && this.replay.left(node) === 0;
    return known ? "" : this.replay.shape.isMax(node) ? "≥" : "≤";
  }

  /** Scrolls the current node into sight, within the canvas only. */
  follow() {
    const current = this.svg.querySelector(".current");
    if (!current) { return; }
    const [inner, outer] = [current.getBoundingClientRect(), this.container.getBoundingClientRect()];
    if (inner.left < outer.left) { this.container.scrollLeft -= outer.left - inner.left + 30; }
    if (inner.right > outer.right) { this.container.scrollLeft += inner.right - outer.right + 30; }
    if (inner.top < outer.top) { this.container.scrollTop -= outer.top - inner.top + 20; }
    if (inner.bottom > outer.bottom) { this.container.scrollTop += inner.bottom - outer.bottom + 40; }
  }

  /** The drawing as a file of its own, with the colours that it has now. */
  file() {
    const copy = this.svg.cloneNode(true);
    const kept = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linejoin", "paint-order", "opacity", "font-size", "font-family", "font-style", "font-weight", "text-anchor"];
    const [from, to] = [this.svg.querySelectorAll("*"), copy.querySelectorAll("*")];
    from.forEach((one, index) => {
      const style = getComputedStyle(one);
      for (const name of kept) { to[index].setAttribute(name, style.getPropertyValue(name)); }
      for (const name of ["class", "tabindex", "role", "data-node", "aria-hidden"]) { to[index].removeAttribute(name); }
    });
    // After all styles are copied: places to click have no use in a file.
    from.forEach((one, index) => { if (one.classList.contains("hit")) { to[index].remove(); } });
    const [, , width, height] = this.svg.getAttribute("viewBox").split(" ");
    copy.removeAttribute("style");
    copy.removeAttribute("class");
    copy.setAttribute("xmlns", SVG);
    copy.setAttribute("width", width);
    copy.setAttribute("height", height);
    const ground = getComputedStyle(document.body).backgroundColor;
    copy.prepend(element("rect", { width: "100%", height: "100%", fill: ground }));
    return new XMLSerializer().serializeToString(copy);
  }
}
