// Exercises about the searches of a page: one of them, or all in turn, with a score to hand in.
import { Exercise } from "./exercise.js";
import { make } from "./make.js";

const EXERCISES = [["leaf", "Which leaf next?"], ["cut", "Cut here or not?"], ["value", "Value now?"], ["mixed", "Mixed questions"]];

/** The value of the choice of all searches. */
const ALL = "all";

/** The questions, answers and score of exercises. */
export class Quiz {
  /**
   * `parent` takes the controls. `page` has `title`, what is searched; `begin()`, called before the first question; `moved(pane)`, called
   * when the search of a pane has moved; and `end(pane)`. Panes have a `replay`, a `canvas`, a `box` and `onPick`. */
  constructor(parent, page) {
    this.page = page;
    this.panes = [];
    this.exercises = null;
    const choice = make("p", parent, { className: "choices" });
    this.which = make("select", make("label", choice, { textContent: "Search " }), { id: "which" });
    this.name = make("input", make("label", choice, { textContent: "Your name " }), { id: "pupil", type: "text", maxLength: 60, autocomplete: "off" });
    const kinds = make("div", parent, { className: "buttons" });
    kinds.setAttribute("role", "group");
    kinds.setAttribute("aria-label", "Choose an exercise");
    for (const [kind, text] of EXERCISES) { this.button(kinds, text, () => this.begin(kind)).dataset.exercise = kind; }
    this.stopper = this.button(kinds, "Stop", () => this.stop());
    this.stopper.dataset.exercise = "stop";
    this.stopper.disabled = true;
    this.question = make("p", parent, { id: "question", role: "status" });
    this.answers = make("div", parent, { id: "answers", className: "buttons" });
    this.score = make("p", parent, { id: "score" });
    const handing = make("div", parent, { className: "buttons" });
    this.copier = this.button(handing, "Copy the score", () => this.copy());
    this.saver = this.button(handing, "Save the answers", () => this.save());
    this.copier.id = "copy";
    this.saver.id = "hand-in";
    this.copier.hidden = this.saver.hidden = true;
  }

  button(parent, text, action) {
    const button = make("button", parent, { type: "button", textContent: text });
    button.addEventListener("click", action);
    return button;
  }

  /** Takes other searches. */
  open(panes) {
    this.stop();
    this.panes = panes;
    this.which.replaceChildren();
    if (panes.length > 1) { make("option", this.which, { value: ALL, textContent: "all, in turn" }); }
    panes.forEach((pane, index) => make("option", this.which, { value: index, textContent: pane.replay.search.name }));
    this.which.parentElement.hidden = panes.length < 2;
    this.question.textContent = this.score.textContent = "";
    this.copier.hidden = this.saver.hidden = true;
  }

  get isOpen() { return this.exercises !== null; }

  /** Begins with the first question of a kind. */
  begin(kind) {
    this.stop();
    this.page.begin();
    const chosen = this.which.value === ALL ? this.panes : [this.panes[Number(this.which.value)]];
    for (const pane of chosen) { pane.replay.seek(0); }
    this.exercises = chosen.map((pane) => ({ pane: pane, exercise: new Exercise(pane.replay, kind) }));
    this.kind = EXERCISES.find(([name]) => name === kind)[1];
    this.turn = -1;
    this.records = [];
    this.score.textContent = "";
    this.copier.hidden = this.saver.hidden = true;
    this.stopper.disabled = false;
    for (const { pane } of this.exercises) {
      pane.box.classList.add("exercising");
      pane.onPick = (node) => this.picked(pane, node);
    }
    this.ask();
  }

  stop() {
    if (!this.isOpen) { return; }
    const { pane } = this.at;
    for (const { pane: one } of this.exercises) {
      one.onPick = one.canvas.asks = null;
      one.box.classList.remove("exercising");
    }
    this.exercises = null;
    this.answers.replaceChildren();
    this.question.textContent = "";
    this.stopper.disabled = true;
    this.page.end(pane);
  }

  get right() { return this.exercises.reduce((sum, { exercise }) => sum + exercise.right, 0); }

  /** Asks the next question: of the next search that has one. */
  ask() {
    let question = null;
    for (let tried = 0; question === null && tried < this.exercises.length; tried += 1) {
      this.turn = (this.turn + 1) % this.exercises.length;
      this.at = this.exercises[this.turn];
      this.at.pane.canvas.picked = null;
      question = this.at.exercise.next();
      this.at.pane.canvas.asks = question !== null && question.kind === "leaf" ? question : null;
      this.page.moved(this.at.pane);
    }
    this.answers.replaceChildren();
    const { pane, exercise } = this.at;
    if (question === null) {
      this.question.textContent = this.records.length === 0 ? "This search has no such question." :
        "That was the last question: " + this.right + " of " + this.records.length + " right.";
      this.stopper.focus({ preventScroll: true });
      return;
    }
    if (this.exercises.length > 1) { pane.box.scrollIntoView({ block: "nearest" }); }
    this.question.textContent = (this.exercises.length > 1 ? exercise.replay.search.name + ": " : "") + question.text;
    if (question.kind === "cut") {
      const words = exercise.replay.search.best_first ? ["Leave it (c)", "Stay (g)"] : ["Cut (c)", "Go on (g)"];
      [true, false].forEach((cuts, index) => {
        const button = this.button(this.answers, words[index], () => this.answer(cuts));
        button.dataset.cuts = cuts;
        if (cuts) { button.focus({ preventScroll: true }); }
      });
    }
    if (question.kind === "value") {
      const field = make("input", this.answers, { type: "number", step: "any" });
      field.setAttribute("aria-label", question.text);
      const given = () => { if (field.value !== "") { this.answer(Number(field.value)); } };
      field.addEventListener("keydown", (event) => {
        if (event.key !== "Enter") { return; }
        // Or it would press the next button, too.
        event.preventDefault();
        given();
      });
      this.button(this.answers, "Answer", given);
      field.focus({ preventScroll: true });
    }
  }

  /** Whether a key was an answer. */
  key(key) {
    const question = this.isOpen ? this.at.exercise.question : null;
    if (question === null || question.kind !== "cut" || key !== "c" && key !== "g") { return false; }
    this.answer(key === "c");
    return true;
  }

  picked(pane, node) {
    const { question } = this.at.exercise;
    if (this.at.pane !== pane || question === null || question.kind !== "leaf") { return false; }
    this.answer(node);
    return true;
  }

  answer(given) {
    const { pane, exercise } = this.at;
    const { right, why, record } = exercise.check(given);
    this.records.push(record);
    pane.canvas.asks = null;
    this.page.moved(pane);
    this.question.textContent = (right ? "Right. " : "No. ") + why;
    this.score.textContent = "Score: " + this.right + " of " + this.records.length;
    this.copier.hidden = this.saver.hidden = false;
    const names = this.exercises.map((one) => one.pane.replay.search.name).join(", ");
    this.line = [this.page.title, names, this.kind, this.right + " of " + this.records.length + " right"].join("; ");
    this.answers.replaceChildren();
    this.button(this.answers, "Next question", () => this.ask()).focus({ preventScroll: true });
  }

  /** The score in a line: who, what, and how many were right. */
  get told() { return [this.name.value.trim(), this.line].filter((part) => part !== "").join("; "); }

  copy() {
    // Pages from a disk may not write to the clipboard everywhere.
    const show = () => prompt("Copy this score", this.told);
    if (navigator.clipboard) { navigator.clipboard.writeText(this.told).catch(show); } else { show(); }
  }

  /** Saves the score with all questions and answers. */
  save() {
    const lines = this.records.map((record, index) => (index + 1) + ". " + record + "\n");
    const link = document.createElement("a");
    link.href = "data:text/plain;charset=utf-8," + encodeURIComponent(this.told + "\n\n" + lines.join(""));
    link.download = (this.name.value.trim() || "exercise").replace(/[^\p{L}\p{N}]+/gu, "-") + ".txt";
    link.click();
  }
}
