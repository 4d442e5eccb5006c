// Draws a replay as SVG. Squares are nodes where MAX moves, circles where MIN moves.
import { bounds, brief, interval, number, reason } from "./words.js";
import { layout, MOST_DRAWN } from "./layout.js";

const SVG = "http://www.w3.org/2000/svg";
const PLY = 100;
const RADIUS = 15;
/** From a line under a node to the next. */
const LINE = 13;
/** A drawing is not made smaller than this unless one asks for it: smaller numbers are hard to read. */
const LEAST = 0.7;

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
    // How large it is drawn: `null` fits as far as it stays readable, 0 fits always.
    this.zoom = null;
    this.followed = -1;
    this.tools(label);
    container.addEventListener("keydown", (event) => {
      if (!event.ctrlKey && !event.metaKey && !event.altKey && this.key(event.key)) {
        event.preventDefault();
        event.stopPropagation();
      }
    });
    new ResizeObserver(() => {
      this.resize();
      if (this.zoom === null) { this.follow(); }
    }).observe(container);
    this.svg.addEventListener("pointerdown", (event) => this.drag(event));
    this.svg.addEventListener("click", (event) => { if (!this.dragged) { this.choose(event.target); } });
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
    const step = wide + 4 + 6 * places.label;
    this.isNarrow = places.gap * step < 7 * (7 + 2 * replay.shape.longest);
    const width = Math.max(places.width * step + 40, 240);
    const height = places.height * PLY + 30 + RADIUS + 4 * LINE;
    const focused = document.activeElement && document.activeElement.closest && this.svg.contains(document.activeElement) ?
      document.activeElement.closest("[data-node]").dataset.node : null;
    this.svg.replaceChildren();
    this.svg.setAttribute("viewBox", "0 0 " + width + " " + height);
    this.size = [width, height];
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
    this.resize();
    // A step moves the view, a look at a node does not.
    if (this.followed !== replay.index) { this.follow(); }
    this.followed = replay.index;
  }

  /** Buttons for the size, above the drawing. */
  tools(label) {
    const tools = document.createElement("div");
    tools.className = "tree-tools";
    tools.setAttribute("role", "group");
    tools.setAttribute("aria-label", "Size: " + label);
    for (const [key, text, name] of [["0", "Fit", "Fit the whole tree"], ["-", "−", "Smaller"], ["+", "+", "Larger"]]) {
      const button = document.createElement("button");
      Object.assign(button, { type: "button", textContent: text, title: name + " (" + key + ")" });
      button.setAttribute("aria-label", name);
      button.addEventListener("click", () => this.key(key));
      tools.append(button);
    }
    this.container.before(tools);
  }

  /** What a key does to the view; whether it does anything. */
  key(key) {
    const box = this.container;
    const by = { "+": 1.25, "=": 1.25, "-": 0.8, ",": -1, ".": 1 }[key];
    if (key === "0") {
      this.zoom = 0;
    } else if (by === undefined) {
      return false;
    } else if (Math.abs(by) === 1) {
      box.scrollLeft += by * box.clientWidth / 3;
      return true;
    } else {
      this.zoom = Math.min(4, Math.max(0.1, this.scale * by));
    }
    // The middle stays in the middle.
    const [x, y] = [(box.scrollLeft + box.clientWidth / 2) / box.scrollWidth, (box.scrollTop + box.clientHeight / 2) / box.scrollHeight];
    this.resize();
    box.scrollLeft = x * box.scrollWidth - box.clientWidth / 2;
    box.scrollTop = y * box.scrollHeight - box.clientHeight / 2;
    return true;
  }

  /** Sets the drawing's size in its container, which may have another size than before. */
  resize() {
    if (!this.size || this.container.offsetWidth === 0) { return; }
    const [width, height] = this.size;
    // Without padding, borders, and what is rounded. Small trees are not blown up.
    const most = parseFloat(getComputedStyle(this.container).maxHeight) || Infinity;
    const fit = Math.min(1, (this.container.offsetWidth - 14) / width, (most - 14) / height);
    const scale = this.zoom === null ? Math.max(LEAST, fit) : this.zoom || fit;
    this.scale = scale;
    this.svg.style.setProperty("--width", width * scale + "px");
  }

  /** Moves the view with the mouse; fingers scroll as everywhere. The click at its end chooses no node. */
  drag(begin) {
    this.dragged = false;
    if (begin.pointerType !== "mouse" || begin.button !== 0) { return; }
    const box = this.container;
    const [left, top] = [box.scrollLeft + begin.clientX, box.scrollTop + begin.clientY];
    const over = new AbortController();
    const listen = (name, then) => this.svg.addEventListener(name, then, { signal: over.signal });
    listen("pointermove", (event) => {
      if (!this.dragged && Math.hypot(event.clientX - begin.clientX, event.clientY - begin.clientY) < 5) { return; }
      this.dragged = true;
      this.svg.setPointerCapture(begin.pointerId);
      box.scrollLeft = left - event.clientX;
      box.scrollTop = top - event.clientY;
    });
    for (const name of ["pointerup", "pointercancel", "pointerleave"]) { listen(name, () => over.abort()); }
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

  /** Scrolls the current node into sight, within the canvas only; before the first step, the root to the middle. */
  follow() {
    const box = this.container;
    const node = this.svg.querySelector(".current") || this.svg.querySelector("[data-node='0']");
    if (!node) { return; }
    const [inner, outer] = [node.getBoundingClientRect(), box.getBoundingClientRect()];
    if (this.replay.index === 0) {
      box.scrollLeft += (inner.left + inner.right - outer.left - outer.right) / 2;
    } else if (inner.left < outer.left) {
      box.scrollLeft -= outer.left - inner.left + 30;
    } else if (inner.right > outer.right) {
      box.scrollLeft += inner.right - outer.right + 30;
    }
    if (inner.top < outer.top) { box.scrollTop -= outer.top - inner.top + 20; }
    if (inner.bottom > outer.bottom) { box.scrollTop += inner.bottom - outer.bottom + 40; }
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
