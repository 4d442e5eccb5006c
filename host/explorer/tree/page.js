// The page of a trace: controls and exercises.
import { Shape } from "./replay.js";
import { make } from "./make.js";
import { Pane } from "./pane.js";
import { Quiz } from "./quiz.js";

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
    this.quiz = new Quiz(byId("exercise"), {
      title: this.header.title,
      begin: () => this.play(false),
      moved: (pane) => {
        if (!this.byNode) { this.position = pane.replay.index; }
        this.show();
      },
      end: (pane) => this.go(this.byNode ? 0 : pane.replay.index),
    });
    this.quiz.open(this.panes);
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
    if (what !== "play") { this.quiz.stop(); }
    switch (what) {
      case "first": this.go(0); break;
      case "last": this.go(this.last); break;
      case "back": this.go(this.position - 1); break;
      case "forward": this.go(this.position + 1); break;
      case "jump": this.go(this.find(byId("kind").value)); break;
      case "play":
        if (this.quiz.isOpen) { break; }
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
        this.quiz.stop();
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
      this.quiz.stop();
      this.go(position);
    };
    if (this.quiz.key(event.key)) {
      event.preventDefault();
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
}

new Trace(byId("trace").textContent);
