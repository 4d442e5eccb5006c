// The page of a trace: controls and exercises.
import { Shape } from "./replay.js";
import { Exercise } from "./exercise.js";
import { make, Pane } from "./pane.js";

/** Lines of JSON, parsed when they are needed. */
class Lines {
  constructor(lines, first, end) {
    this.lines = lines;
    this.first = first;
    this.length = end - first;
    this.last = [-1, null];
  }

  at(index) {
    if (this.last[0] !== index) { this.last = [index, JSON.parse(this.lines[this.first + index])]; }
    return this.last[1];
  }
}

const byId = function (id) { return document.getElementById(id); };

const KINDS = [["any", "step"], ["pruned", "cut"], ["generated", "node"], ["backed-up", "value"], ["returned", "return"],
  ["principal-leaf", "principal leaf"], ["learned", "learned bound"], ["began", "search"]];

/** The whole page. */
class Trace {
  constructor(text) {
    const lines = text.split("\n").filter((line) => line.length > 0);
    this.header = JSON.parse(lines[0]);
    this.shape = new Shape(this.header);
    const begins = [];
    lines.forEach((line, index) => { if (line.startsWith("{\"event\":\"search\"")) { begins.push(index); } });
    begins.push(lines.length);
    this.panes = begins.slice(0, -1).map((begin, number) => {
      return new Pane(this.shape, JSON.parse(lines[begin]), new Lines(lines, begin + 1, begins[number + 1]), byId("panes"));
    });
    this.byNode = this.panes.length > 1;
    this.position = 0;
    this.timer = null;
    this.exercise = null;
    // The search that an exercise is about.
    this.asking = null;
    this.listen();
    // A long title is scrolled by keys, too.
    const title = document.querySelector("h1");
    if (title.scrollHeight > title.clientHeight) { title.tabIndex = 0; }
    this.panes.forEach((pane, index) => make("option", byId("which"), { value: index, textContent: pane.replay.search.name }));
    byId("which").parentElement.hidden = this.panes.length === 1;
    byId("controls").hidden = false;
    byId("exercise").hidden = false;
    const node = byId("by-node");
    node.checked = this.byNode;
    node.disabled = this.panes.length > 1;
    for (const [value, name] of KINDS) { make("option", byId("kind"), { value: value, textContent: name }); }
    byId("kind").value = "pruned";
    this.scale();
    this.followLink();
    window.addEventListener("hashchange", () => this.followLink());
  }

  /** A link to a step: `#step=12`. */
  followLink() {
    const step = /^#step=([0-9]+)$/.exec(location.hash);
    this.go(step ? Number(step[1]) : 0);
  }

  /** The number of positions. */
  get last() {
    if (!this.byNode) { return this.panes[0].replay.length; }
    return Math.max(...this.panes.map((pane) => pane.generated.length)) + 1;
  }

  scale() {
    byId("step").max = byId("position").max = this.last;
    byId("steps").textContent = this.last;
  }

  /** Goes to a position: so many events of the only search, or so many nodes of each. */
  go(position) {
    this.position = Math.max(0, Math.min(position, this.last));
    for (const pane of this.panes) {
      const at = this.position;
      pane.replay.seek(!this.byNode ? at : at === 0 ? 0 : at - 1 < pane.generated.length ? pane.generated[at - 1] : pane.replay.length);
    }
    this.show();
  }

  show() {
    for (const pane of this.panes) { pane.draw(); }
    byId("step").value = byId("position").value = this.position;
    if (this.position >= this.last) { this.play(false); }
  }

  /** The position of the next event of a kind, or of the last position. */
  find(kind) {
    if (kind === "any") { return this.position + 1; }
    let best = this.last;
    for (const pane of this.panes) {
      const { events, index } = pane.replay;
      for (let i = index; i < events.length; i += 1) {
        if (events.at(i).event !== kind) { continue; }
        // In steps by nodes: the first position that includes it.
        const nodes = pane.generated.findIndex((at) => at > i);
        best = Math.min(best, !this.byNode ? i + 1 : nodes < 0 ? this.last : nodes + 1);
        break;
      }
    }
    return best;
  }

  /** So many nodes forward or back. */
  byNodes(count) {
    if (this.byNode) { return this.position + count; }
    const { generated } = this.panes[0];
    const before = generated.filter((index) => index < this.position).length;
    const target = before + count;
    return target <= 0 ? 0 : target > generated.length ? this.last : generated[target - 1] + 1;
  }

  play(on) {
    clearInterval(this.timer);
    this.timer = on ? setInterval(() => this.go(this.position + 1), Number(byId("speed").value)) : null;
    document.querySelector("[data-do=play]").textContent = on ? "Pause" : "Play";
  }

  act(what) {
    if (this.exercise !== null && what !== "play") { this.stopExercise(); }
    switch (what) {
      case "first": this.go(0); break;
      case "last": this.go(this.last); break;
      case "back": this.go(this.position - 1); break;
      case "forward": this.go(this.position + 1); break;
      case "jump": this.go(this.find(byId("kind").value)); break;
      case "play":
        if (this.exercise !== null) { break; }
        if (this.timer === null && this.position >= this.last) { this.go(0); }
        this.play(this.timer === null);
        break;
      default: break;
    }
  }

  listen() {
    for (const button of document.querySelectorAll("[data-do]")) {
      button.addEventListener("click", () => {
        if (button.dataset.do !== "play") { this.play(false); }
        this.act(button.dataset.do);
      });
    }
    byId("speed").addEventListener("change", () => { if (this.timer !== null) { this.play(true); } });
    for (const id of ["step", "position"]) {
      byId(id).addEventListener(id === "step" ? "change" : "input", (event) => {
        this.play(false);
        this.stopExercise();
        this.go(Number(event.target.value));
      });
    }
    byId("by-node").addEventListener("change", (event) => {
      const { index } = this.panes[0].replay;
      this.byNode = event.target.checked;
      this.scale();
      this.go(!this.byNode || index === 0 ? index : this.panes[0].generated.filter((at) => at < index).length + 1);
    });
    document.addEventListener("keydown", (event) => this.key(event));
    for (const button of document.querySelectorAll("[data-exercise]")) {
      button.addEventListener("click", () => {
        if (button.dataset.exercise === "stop") { this.stopExercise(); } else { this.startExercise(button.dataset.exercise); }
      });
    }
    byId("copy").addEventListener("click", () => {
      // Pages from a disk may not write to the clipboard everywhere.
      const show = () => prompt("Copy this score", this.score);
      if (navigator.clipboard) { navigator.clipboard.writeText(this.score).catch(show); } else { show(); }
    });
    const theme = document.querySelector("button.theme");
    const root = document.documentElement;
    const isDark = function () {
      return root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    };
    const label = function () { theme.textContent = isDark() ? "Light" : "Dark"; };
    theme.addEventListener("click", function () {
      root.dataset.theme = isDark() ? "light" : "dark";
      label();
    });
    label();
  }

  key(event) {
    const tag = event.target.tagName;
    if (event.ctrlKey || event.metaKey || event.altKey || tag === "INPUT" && event.target.type !== "checkbox" || tag === "SELECT") { return; }
    const go = (position) => {
      event.preventDefault();
      this.play(false);
      this.stopExercise();
      this.go(position);
    };
    if (this.exercise !== null && this.exercise.question !== null && this.exercise.kind === "cut" && (event.key === "c" || event.key === "g")) {
      event.preventDefault();
      this.answer(event.key === "c");
      return;
    }
    switch (event.key) {
      case "ArrowRight": go(event.shiftKey ? this.byNodes(1) : this.position + 1); break;
      case "ArrowLeft": go(event.shiftKey ? this.byNodes(-1) : this.position - 1); break;
      case "PageDown": go(this.position + 10); break;
      case "PageUp": go(this.position - 10); break;
      case "Home": go(0); break;
      case "End": go(this.last); break;
      case "n": go(this.find(byId("kind").value)); break;
      case "0": case "+": case "=": case "-": case ",": case ".":
        event.preventDefault();
        for (const pane of this.panes) { pane.canvas.key(event.key); }
        break;
      case " ":
        // Buttons and nodes have their own use for it.
        if (tag !== "BUTTON" && tag !== "SUMMARY" && !(event.target.closest && event.target.closest("[data-node]"))) {
          event.preventDefault();
          this.act("play");
        }
        break;
      default: break;
    }
  }

  // --- Exercises: about one of the searches ----------------------------------------------------------------------

  startExercise(kind) {
    this.play(false);
    this.stopExercise();
    this.asking = this.panes[Number(byId("which").value)];
    this.asking.replay.seek(0);
    this.exercise = new Exercise(this.asking.replay, kind);
    byId("score").textContent = "";
    byId("copy").hidden = true;
    byId("panes").classList.add("exercising");
    document.querySelector("[data-exercise=stop]").disabled = false;
    this.asking.onPick = (node) => this.picked(node);
    this.ask();
  }

  stopExercise() {
    if (this.exercise === null) { return; }
    this.exercise = null;
    this.asking.onPick = null;
    this.asking.canvas.asks = null;
    byId("panes").classList.remove("exercising");
    byId("answers").replaceChildren();
    byId("question").textContent = "";
    document.querySelector("[data-exercise=stop]").disabled = true;
    this.position = this.byNode ? 0 : this.asking.replay.index;
    this.go(this.position);
  }

  ask() {
    const question = this.exercise.next();
    const pane = this.asking;
    pane.canvas.picked = null;
    pane.canvas.asks = question !== null && this.exercise.kind === "leaf" ? question : null;
    if (!this.byNode) { this.position = pane.replay.index; }
    this.show();
    const answers = byId("answers");
    answers.replaceChildren();
    if (question === null) {
      byId("question").textContent = this.exercise.asked === 0 ? "This search has no such question." :
        "That was the last question: " + this.exercise.right + " of " + this.exercise.asked + " right.";
      return;
    }
    byId("question").textContent = question.text;
    if (this.exercise.kind === "cut") {
      const words = this.exercise.replay.search.best_first ? ["Leave it (c)", "Stay (g)"] : ["Cut (c)", "Go on (g)"];
      [true, false].forEach((cuts, index) => {
        const button = make("button", answers, { type: "button", textContent: words[index] });
        button.dataset.cuts = cuts;
        button.addEventListener("click", () => this.answer(cuts));
        if (cuts) { button.focus({ preventScroll: true }); }
      });
    }
    if (this.exercise.kind === "value") {
      const field = make("input", answers, { type: "number", step: "any" });
      field.setAttribute("aria-label", question.text);
      const given = () => { if (field.value !== "") { this.answer(Number(field.value)); } };
      field.addEventListener("keydown", (event) => {
        if (event.key !== "Enter") { return; }
        // Or it would press the next button, too.
        event.preventDefault();
        given();
      });
      make("button", answers, { type: "button", textContent: "Answer" }).addEventListener("click", given);
      field.focus({ preventScroll: true });
    }
  }

  picked(node) {
    if (this.exercise === null || this.exercise.question === null || this.exercise.kind !== "leaf") { return false; }
    this.answer(node);
    return true;
  }

  answer(given) {
    const { right, why } = this.exercise.check(given);
    this.asking.canvas.asks = null;
    if (!this.byNode) { this.position = this.asking.replay.index; }
    this.show();
    byId("question").textContent = (right ? "Right. " : "No. ") + why;
    byId("score").textContent = "Score: " + this.exercise.right + " of " + this.exercise.asked;
    byId("copy").hidden = false;
    this.score = [document.title, this.asking.replay.search.name, document.querySelector("[data-exercise=" + this.exercise.kind + "]").textContent,
      this.exercise.right + " of " + this.exercise.asked + " right"].join("; ");
    const answers = byId("answers");
    answers.replaceChildren();
    const button = make("button", answers, { type: "button", textContent: "Next question" });
    button.addEventListener("click", () => this.ask());
    button.focus({ preventScroll: true });
  }
}

new Trace(byId("trace").textContent);
