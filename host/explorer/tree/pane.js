// A search on the page of a trace.
import { make } from "./make.js";
import { number, sentence } from "./words.js";
import { prepare, Replay } from "./replay.js";
import { TreeCanvas } from "./canvas.js";

/** A search with its drawing, counters and sentence. */
export class Pane {
  /** `heading` is the name of the heading's element, which depends on the page. */
  constructor(shape, search, events, parent, heading = "h2") {
    this.replay = new Replay(shape, search, events);
    this.generated = prepare(shape, events);
    const section = make("section", parent, { className: "pane" });
    const title = make(heading, section, { textContent: search.name });
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
