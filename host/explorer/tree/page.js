// The page of a trace: controls, panes, exercises.
import { number, sentence } from "./words.js";
import { prepare, Replay, Shape } from "./replay.js";
import { TreeCanvas } from "./canvas.js";
import { Exercise } from "./exercise.js";

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

function make(name, parent, properties) {
  const made = Object.assign(document.createElement(name), properties);
  parent.append(made);
  return made;
}

/** A search with its drawing, counters and sentence. */
class Pane {
  constructor(shape, search, events, parent) {
    this.replay = new Replay(shape, search, events);
    this.generated = prepare(shape, events);
    const section = make("section", parent, { className: "pane" });
    const title = make("h2", section, { textContent: search.name });
    section.setAttribute("aria-label", search.name);
    const options = Object.entries(search.options).filter(([key]) => key !== "name" && key !== "algorithm");
    if (options.length > 0) {
      make("span", title, { className: "options", textContent: " " + options.map(([key, value]) => key + "=" + value).join(", ") });
    }
    this.sentence = make("p", section, { className: "sentence" });
    this.box = make("div", section, { className: "tree-box" });
    this.box.tabIndex = 0;
    this.box.setAttribute("role", "region");
    this.box.setAttribute("aria-label", "Tree of " + search.name);
    this.canvas = new TreeCanvas(this.box, this.replay, "The tree as " + search.name + " sees it", (node) => this.pick(node));
    this.detail = make("p", section, { className: "detail" });
    this.counters = make("dl", section, { className: "counters" });
    const save = make("button", section, { type: "button", className: "save", textContent: "Save this step as SVG" });
    save.addEventListener("click", () => this.save());
    this.onPick = null;
  }

  pick(node) {
    if (this.onPick !== null && this.onPick(node)) { return; }
    this.draw();
  }

  name(ply, move) {
    const node = this.replay.at(ply);
    return this.replay.shape.name(move === undefined ? node : this.replay.shape.child(node, move));
  }

  /** The sentence for the last event, which may have left its node. */
  words() {
    const replay = this.replay;
    if (replay.event === null) { return "Before the first step."; }
    const event = replay.event;
    if (event.event === "returned" || event.event === "ended") {
      return sentence(event, () => replay.shape.name(replay.node), (ply) => (ply % 2 === 0) === replay.shape.rootIsMax);
    }
    return sentence(event, (ply, move) => this.name(ply, move), (ply) => (ply % 2 === 0) === replay.shape.rootIsMax);
  }

  draw() {
    const replay = this.replay;
    this.sentence.textContent = this.words();
    this.canvas.draw();
    const shown = this.canvas.picked || replay.node;
    this.detail.textContent = this.canvas.describe(shown) + ".";
    const counts = replay.counts;
    const entries = [["generated", counts.generated], ["expanded", counts.expanded],
      [replay.search.best_first ? "left" : "cut by window", counts.window], ["cut by estimate", counts.estimate]];
    if (counts.table > 0) { entries.push(["cut by table", counts.table]); }
    if (counts.searches > 1) { entries.push(["searches", counts.searches]); }
    if (replay.learned) { entries.push(["learned", number(replay.learned[0]) + " to " + number(replay.learned[1])]); }
    if (replay.ended) {
      entries.push(["value", number(replay.ended.value) + " (" + replay.ended.bound + ")"]);
      const told = [counts.generated, counts.expanded, counts.window, counts.estimate];
      const report = replay.ended.counts;
      const same = told.join() === [report.generated, report.expanded, report.pruned_by_window, report.pruned_by_estimate].join();
      entries.push(["report", same ? "the same numbers" : report.generated + " generated: some nodes are not told"]);
    }
    this.counters.replaceChildren();
    for (const [name, value] of entries) {
      const pair = make("div", this.counters, {});
      make("dt", pair, { textContent: name });
      make("dd", pair, { textContent: value });
    }
  }

  save() {
    const link = document.createElement("a");
    link.href = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(this.canvas.file());
    link.download = this.replay.search.name.replace(/[^A-Za-z0-9-]+/g, "-") + "-" + this.replay.index + ".svg";
    link.click();
  }
}

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
    this.listen();
    // A long title is scrolled by keys, too.
    const title = document.querySelector("h1");
    if (title.scrollHeight > title.clientHeight) { title.tabIndex = 0; }
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

  // --- Exercises: about the first search --------------------------------------------------------------------------

  startExercise(kind) {
    this.play(false);
    this.panes[0].replay.seek(0);
    this.exercise = new Exercise(this.panes[0].replay, kind);
    byId("score").textContent = "";
    byId("copy").hidden = true;
    byId("panes").classList.add("exercising");
    document.querySelector("[data-exercise=stop]").disabled = false;
    this.panes[0].onPick = (node) => this.picked(node);
    this.ask();
  }

  stopExercise() {
    if (this.exercise === null) { return; }
    this.exercise = null;
    this.panes[0].onPick = null;
    this.panes[0].canvas.asks = null;
    byId("panes").classList.remove("exercising");
    byId("answers").replaceChildren();
    byId("question").textContent = "";
    document.querySelector("[data-exercise=stop]").disabled = true;
    this.position = this.byNode ? 0 : this.panes[0].replay.index;
    this.go(this.position);
  }

  ask() {
    const question = this.exercise.next();
    const pane = this.panes[0];
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
    this.panes[0].canvas.asks = null;
    if (!this.byNode) { this.position = this.panes[0].replay.index; }
    this.show();
    byId("question").textContent = (right ? "Right. " : "No. ") + why;
    byId("score").textContent = "Score: " + this.exercise.right + " of " + this.exercise.asked;
    byId("copy").hidden = false;
    this.score = [document.title, this.panes[0].replay.search.name, document.querySelector("[data-exercise=" + this.exercise.kind + "]").textContent,
      this.exercise.right + " of " + this.exercise.asked + " right"].join("; ");
    const answers = byId("answers");
    answers.replaceChildren();
    const button = make("button", answers, { type: "button", textContent: "Next question" });
    button.addEventListener("click", () => this.ask());
    button.focus({ preventScroll: true });
  }
}

new Trace(byId("trace").textContent);
