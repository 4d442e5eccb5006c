// Questions about a search, answered by the search itself.
import { number, reason } from "./words.js";

/** The order of mixed questions. */
const MIXED = ["leaf", "value", "cut"];

/** An exercise on one replay: it stops before an event, asks for it, and compares. */
export class Exercise {
  /** `kind` is `leaf` (which leaf next?), `cut` (cut here or not?), `value` (what is a node worth now?) or `mixed`. */
  constructor(replay, kind) {
    this.replay = replay;
    this.kind = kind;
    this.right = 0;
    this.asked = 0;
    this.question = null;
    // Where the last question about a value was.
    this.last = -1;
  }

  /** Goes on to the next question; `null` at the end of the search. */
  next() {
    const begin = this.replay.index;
    const turn = this.asked % MIXED.length;
    // The next kind, or else one of the others.
    const kinds = this.kind === "mixed" ? MIXED.slice(turn).concat(MIXED.slice(0, turn)) : [this.kind];
    for (const kind of kinds) {
      this.replay.seek(begin);
      this.question = this.find(kind);
      if (this.question !== null) {
        this.question.kind = kind;
        break;
      }
    }
    return this.question;
  }

  /** Goes on to the next question of a kind. */
  find(kind) {
    const replay = this.replay;
    let question = null;
    while (question === null && replay.index < replay.length) {
      question = kind === "leaf" ? this.leaf() : kind === "value" ? this.value() : null;
      if (question !== null) { break; }
      replay.step();
      if (kind === "cut") { question = this.cut(); }
    }
    return question;
  }

  /** The question whether the next event is the choice of a leaf. */
  leaf() {
    const replay = this.replay;
    const event = replay.events.at(replay.index);
    if (replay.search.best_first) {
      if (event.event !== "principal-leaf" || event.ply === 0) { return null; }
      return { text: "Which leaf is expanded next? Choose a node.", node: replay.at(event.ply) };
    }
    if (event.event !== "generated") { return null; }
    const node = replay.shape.child(replay.at(event.ply), event.move);
    if (node.children.length > 0) { return null; }
    return { text: "Which leaf is generated next? Choose a node.", node: node };
  }

  /** The question whether the search cuts, or leaves, the node of the event that has just happened. */
  cut() {
    const replay = this.replay;
    const event = replay.event;
    const next = replay.index < replay.length ? replay.events.at(replay.index) : null;
    if (next === null || event.event !== "backed-up" && event.event !== "estimated") { return null; }
    if (event.event === "backed-up" && next.event === "estimated") { return null; }
    const node = replay.at(event.ply);
    const cuts = next.event === "pruned" && next.ply === event.ply;
    if (replay.search.best_first) {
      if (event.ply === 0) { return null; }
    } else if (event.event === "backed-up" && !cuts) {
      // Where nothing is left there is no choice.
      const left = replay.left(node);
      if (left === null || left === 0) { return null; }
    }
    if (cuts) { next.best_first = replay.search.best_first; }
    const name = replay.shape.name(node);
    const text = replay.search.best_first ? "Does the search leave " + name + " now?" : "Is the rest of " + name + " cut now?";
    return { text: text, node: node, cuts: cuts, event: next };
  }

  /** The question for a node's value when a child's value has just become known. */
  value() {
    const replay = this.replay;
    const event = replay.event;
    const next = replay.events.at(replay.index);
    if (event === null || replay.index === this.last) { return null; }
    let node;
    let value;
    if (next.event === "backed-up") {
      node = replay.at(next.ply);
      value = next.value;
    }
    if (replay.search.best_first) {
      if (node === undefined) { return null; }
      const known = node.children.map((child) => replay.state(child)).filter((state) => state.epoch === replay.epoch && state.value !== null);
      const best = (replay.shape.isMax(node) ? Math.max : Math.min)(...known.map((state) => state.value));
      // Some take a mean instead.
      if (value !== best) { return null; }
    } else {
      // A leaf, or a node that is left. A search may look at it again, or know more than its value: no question then.
      if (event.value === undefined || event.event !== "returned" && event.event !== "generated" || next.event === "descended") { return null; }
      const of = event.event === "returned" ? replay.path[event.ply - 1] : replay.at(event.ply);
      if (!of || node !== undefined && node !== of) { return null; }
      const state = replay.state(of);
      const before = state.isStatic || state.value === null ? event.value : state.value;
      const best = replay.shape.isMax(of) ? Math.max(before, event.value) : Math.min(before, event.value);
      if (node === undefined && state.isStatic || best !== (node === undefined ? state.value : value)) { return null; }
      node = of;
      value = best;
    }
    // Who has won a finished game is no number to type.
    if (node === undefined || !/^−?[0-9.]+$/.test(number(value))) { return null; }
    return { text: "What is the value of " + replay.shape.name(node) + " now?", node: node, value: value, isNew: next.event === "backed-up" };
  }

  /** An answer in words. */
  said(question, answer) {
    switch (question.kind) {
      case "leaf": return this.replay.shape.name(answer);
      case "value": return number(answer);
      default: return (this.replay.search.best_first ? ["leave it", "stay"] : ["cut", "go on"])[answer ? 0 : 1];
    }
  }

  /**
   * Compares an answer (a node, whether it cuts, or a value) with what the search does, and shows that. Returns `right`, the
   * explanation, and a record of question and answer. */
  check(answer) {
    const question = this.question;
    const shape = this.replay.shape;
    this.asked += 1;
    const solution = { leaf: question.node, cut: question.cuts, value: question.value }[question.kind];
    const right = answer === solution;
    if (right) { this.right += 1; }
    let why;
    if (question.kind === "leaf") {
      why = "It is " + shape.name(question.node) + ".";
    } else if (question.kind === "value") {
      const isMax = shape.isMax(question.node);
      why = "The value of " + shape.name(question.node) + " is " + number(question.value) + ": " +
        (isMax ? "MAX takes the largest so far." : "MIN takes the smallest so far.");
    } else if (question.cuts) {
      why = "It does: " + reason(question.event, shape.isMax(question.node)) + ".";
    } else {
      why = "It goes on: nothing rules out that another move matters.";
    }
    const record = this.replay.search.name + ", step " + this.replay.index + ". " + question.text + " " + this.said(question, answer) +
      (right ? ": right" : ": wrong, " + this.said(question, solution));
    this.question = null;
    if (question.kind !== "value" || question.isNew) { this.replay.step(); } else { this.last = this.replay.index; }
    return { right: right, why: why, record: record };
  }
}
