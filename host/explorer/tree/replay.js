// A trace as a tree whose nodes change step by step. The events are those of host/docs/trace.md.
import { brief, learn } from "./words.js";

/** The tree of all nodes that any search of a trace meets. It only grows. */
export class Shape {
  /** `header` is the trace's first event. A typed tree is there from the beginning. */
  constructor(header) {
    this.rootIsMax = header.mover !== "min";
    this.nodes = [];
    this.root = this.add(null, "", header.tree ? header.tree.name : undefined);
    // Characters of the longest value.
    this.longest = 2;
    this.isWhole = header.tree !== undefined;
    if (this.isWhole) { this.addTyped(this.root, header.tree); }
  }

  add(parent, move, name) {
    const node = {
      id: this.nodes.length, parent: parent, move: move, name: name, ply: parent === null ? 0 : parent.ply + 1,
      children: [], byMove: new Map(),
      // The value that was typed, if there is one.
      typed: null,
    };
    this.nodes.push(node);
    if (parent !== null) {
      parent.children.push(node);
      parent.byMove.set(move, node);
    }
    return node;
  }

  addTyped(node, typed) {
    node.typed = typed.value === undefined ? null : typed.value;
    this.meet(typed.value);
    (typed.children || []).forEach((child, index) => {
      this.addTyped(this.add(node, String(index + 1), child.name), child);
    });
  }

  /** Takes note of a value, so that nodes are wide enough for all. */
  meet(value) {
    if (typeof value === "number") { this.longest = Math.max(this.longest, brief(value).length); }
  }

  /** The child by this move; it is added if it is new. */
  child(node, move) {
    return node.byMove.get(move) || this.add(node, move);
  }

  isMax(node) { return (node.ply % 2 === 0) === this.rootIsMax; }

  /** The node's name: as typed, or the moves that lead there. */
  name(node) {
    if (node.name) { return node.name; }
    const moves = [];
    for (let at = node; at.parent !== null; at = at.parent) { moves.unshift(at.move); }
    return moves.length === 0 ? "the root" : moves.join(".");
  }
}

/** What a replay keeps of a node. */
function fresh() {
  return {
    // The search in which it was met last: 0 before the first, 1 in the first, and so on.
    epoch: 0, value: null, isStatic: true, stat: null, weight: null, window: null, range: null, cut: null, returned: false, skipped: false,
    best: null, count: null, times: 0,
  };
}

/** Undo steps that are kept; further back, the trace is replayed from its beginning. */
const MOST_UNDO = 60000;

/** The events of one search, replayed forwards and backwards. */
export class Replay {
  /** `events` has a length and `at(index)`; `search` is the event that describes the search. */
  constructor(shape, search, events) {
    this.shape = shape;
    this.search = search;
    this.events = events;
    this.reset();
  }

  reset() {
    this.index = 0;
    this.states = new Map();
    this.undo = [];
    this.path = [this.shape.root];
    this.epoch = 0;
    this.horizon = null;
    this.learned = null;
    this.leaf = null;
    this.node = this.shape.root;
    this.event = null;
    this.ended = null;
    this.counts = { generated: 0, expanded: 0, window: 0, estimate: 0, table: 0, searches: 0 };
  }

  get length() { return this.events.length; }

  /** What is known of a node at this step. */
  state(node) {
    let state = this.states.get(node.id);
    if (!state) {
      state = fresh();
      this.states.set(node.id, state);
    }
    return state;
  }

  set(object, key, value) {
    if (object[key] !== value) {
      this.changes.push(object, key, object[key]);
      object[key] = value;
    }
  }

  /** The node of the current path at a ply. */
  at(ply) { return this.path[Math.min(ply, this.path.length - 1)]; }

  /** One event forward. Returns whether there was one. */
  step() {
    if (this.index >= this.events.length) { return false; }
    const event = this.events.at(this.index);
    learn(event.words);
    this.shape.meet(event.value);
    this.changes = [];
    this.apply(event);
    this.set(this, "event", event);
    this.index += 1;
    this.undo.push(this.changes);
    if (this.undo.length > MOST_UNDO) { this.undo.splice(0, MOST_UNDO / 2); }
    return true;
  }

  /** One event back. */
  back() {
    if (this.index === 0) { return false; }
    if (this.undo.length === 0) {
      this.seek(this.index - 1);
      return true;
    }
    const changes = this.undo.pop();
    for (let i = changes.length - 3; i >= 0; i -= 3) { changes[i][changes[i + 1]] = changes[i + 2]; }
    this.index -= 1;
    return true;
  }

  /** Goes to where so many events have happened. */
  seek(index) {
    const target = Math.max(0, Math.min(index, this.events.length));
    if (target < this.index && this.index - target > this.undo.length) { this.reset(); }
    while (this.index > target && this.undo.length > 0) { this.back(); }
    while (this.index < target && this.step()) { /* on */ }
  }

  touch(node) {
    const state = this.state(node);
    this.set(state, "epoch", this.epoch);
    this.set(this, "node", node);
    return state;
  }

  count(name) {
    this.changes.push(this.counts, name, this.counts[name]);
    this.counts[name] += 1;
  }

  apply(event) {
    switch (event.event) {
      case "began": {
        this.set(this, "epoch", this.epoch + 1);
        this.count("searches");
        this.set(this, "path", [this.shape.root]);
        this.set(this, "horizon", event.depth);
        const state = this.touch(this.shape.root);
        this.renew(state);
        this.set(state, "window", event.window);
        if (event.value !== undefined) {
          this.set(state, "stat", event.value);
          if (state.value === null) { this.set(state, "value", event.value); }
        }
        break;
      }
      case "principal-leaf":
        this.set(this, "leaf", this.at(event.ply));
        this.set(this, "node", this.at(event.ply));
        break;
      case "expanded": {
        this.count("expanded");
        const state = this.touch(this.at(event.ply));
        this.set(state, "count", event.children);
        break;
      }
      case "generated": {
        this.count("generated");
        const node = this.shape.child(this.at(event.ply), event.move);
        const state = this.touch(node);
        this.renew(state);
        this.set(state, "times", state.times + 1);
        this.set(state, "best", null);
        this.set(state, "window", null);
        this.set(state, "range", null);
        if (event.value !== undefined) { this.set(state, "stat", event.value); }
        this.set(state, "value", event.value === undefined ? null : event.value);
        this.set(state, "isStatic", true);
        break;
      }
      case "descended": {
        const node = this.shape.child(this.at(event.ply), event.move);
        this.set(this, "path", this.path.slice(0, event.ply + 1).concat([node]));
        const state = this.touch(node);
        this.renew(state);
        this.set(state, "window", event.window);
        break;
      }
      case "probing":
        this.set(this, "horizon", event.ply + event.depth);
        this.set(this, "node", this.at(event.ply));
        break;
      case "estimated":
        this.set(this.touch(event.move === undefined ? this.at(event.ply) : this.shape.child(this.at(event.ply), event.move)),
          "range", event.range);
        break;
      case "narrowed":
        this.set(this.touch(this.at(event.ply)), "window", event.window);
        break;
      case "learned":
        this.set(this, "learned", event.bounds);
        break;
      case "weighed":
        this.set(this.touch(this.at(event.ply)), "weight", [event.proof, event.disproof]);
        break;
      case "backed-up": {
        const node = this.at(event.ply);
        const state = this.touch(node);
        this.set(state, "best", event.move);
        this.set(state, "value", event.value);
        this.set(state, "isStatic", false);
        // Depth-first searches narrow the window from the mover's side.
        if (!this.search.best_first && state.window) {
          const [alpha, beta] = state.window;
          const isMax = this.shape.isMax(node);
          const better = isMax ? alpha === null || event.value > alpha : beta === null || event.value < beta;
          if (better) { this.set(state, "window", isMax ? [event.value, beta] : [alpha, event.value]); }
        }
        break;
      }
      case "pruned": this.prune(event); break;
      case "returned": {
        const node = this.at(event.ply);
        const state = this.touch(node);
        if (event.value !== undefined) {
          this.set(state, "value", event.value);
          this.set(state, "isStatic", false);
        }
        this.set(state, "returned", true);
        // In linear space, all below is forgotten.
        if (this.search.algorithm === "rbfms") { this.forget(node); }
        if (event.ply > 0) { this.set(this, "path", this.path.slice(0, event.ply)); }
        break;
      }
      case "ended":
        this.set(this, "ended", event);
        // Recursive best-first minimax does not back up the value of its last principal leaf.
        this.set(this.state(this.shape.root), "value", event.value);
        this.set(this.state(this.shape.root), "isStatic", false);
        this.set(this, "node", this.shape.root);
        break;
      default: break;
    }
  }

  /** A node is met again: what cut it before no longer holds. */
  renew(state) {
    this.set(state, "cut", null);
    this.set(state, "skipped", false);
    this.set(state, "returned", false);
  }

  forget(node) {
    for (const child of node.children) {
      const state = this.states.get(child.id);
      if (state && state.epoch === this.epoch) {
        // Drawn like nodes of an earlier search.
        this.set(state, "epoch", this.epoch - 0.5);
        this.forget(child);
      }
    }
  }

  prune(event) {
    const name = { window: "window", estimate: "estimate", selective: "estimate", table: "table" }[event.reason];
    this.count(name);
    const node = this.at(event.ply);
    const state = this.touch(node);
    this.set(state, "cut", event);
    if (this.search.best_first) {
      event.best_first = true;
      return;
    }
    for (const child of node.children) {
      if (!this.isDone(node, child)) { this.set(this.state(child), "skipped", true); }
    }
  }

  /** Whether a child needs no more search: it was searched, or generated at the horizon. */
  isDone(node, child) {
    const state = this.states.get(child.id);
    if (!state || state.epoch !== this.epoch || state.skipped) { return false; }
    return state.returned || state.times > 0 && this.horizon !== null && node.ply + 1 >= this.horizon;
  }

  /** How many children of a node are still to be searched; `null` if that is not known. */
  left(node) {
    const count = this.state(node).count;
    return count === null ? null : count - node.children.filter((child) => this.isDone(node, child)).length;
  }

  /** The best line from a node on, as far as it is known. */
  line(node) {
    const line = [];
    for (let at = node; at;) {
      const state = this.states.get(at.id);
      at = state && state.best !== null ? at.byMove.get(state.best) : null;
      if (at) { line.push(at); }
    }
    return line;
  }
}

/** Adds all nodes and values of a search to the shape. Returns the indices of the events that generate nodes. */
export function prepare(shape, events) {
  const generated = [];
  let path = [shape.root];
  for (let index = 0; index < events.length; index += 1) {
    const event = events.at(index);
    learn(event.words);
    shape.meet(event.value);
    switch (event.event) {
      case "began": path = [shape.root]; break;
      case "generated":
        generated.push(index);
        shape.child(path[Math.min(event.ply, path.length - 1)], event.move);
        break;
      case "descended":
        path.length = Math.min(path.length, event.ply + 1);
        path.push(shape.child(path[path.length - 1], event.move));
        break;
      case "returned": path.length = Math.max(1, Math.min(path.length, event.ply)); break;
      default: break;
    }
  }
  return generated;
}
