// Questions about a search, answered by the search itself.
import { reason } from "./words.js";

/** An exercise on one replay: it stops before an event, asks for it, and compares. */
export class Exercise {
  /** `kind` is `leaf` (which leaf next?) or `cut` (cut here or not?). */
  constructor(replay, kind) {
    this.replay = replay;
    this.kind = kind;
    this.right = 0;
    this.asked = 0;
    this.question = null;
  }

  /** Goes on to the next question; `null` at the end of the search. */
  next() {
    const replay = this.replay;
    this.question = null;
    while (this.question === null && replay.index < replay.length) {
      this.question = this.kind === "leaf" ? this.leaf() : null;
      if (this.question !== null) { break; }
      replay.step();
      if (this.kind === "cut") { this.question = this.cut(); }
    }
    return this.question;
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

  /** Compares an answer (a node, or whether it cuts) with what the search does. Returns `right` and the explanation. */
  check(answer) {
    const question = this.question;
    const shape = this.replay.shape;
    this.asked += 1;
    const right = this.kind === "leaf" ? answer === question.node : answer === question.cuts;
    if (right) { this.right += 1; }
    let why;
    if (this.kind === "leaf") {
      why = "It is " + shape.name(question.node) + ".";
    } else if (question.cuts) {
      why = "It does: " + reason(question.event, shape.isMax(question.node)) + ".";
    } else {
      why = "It goes on: nothing rules out that another move matters.";
    }
    this.question = null;
    return { right: right, why: why };
  }
}
