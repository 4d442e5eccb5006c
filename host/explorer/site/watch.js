// The trees of the searches, step by step: each engine's events, replayed on the canvas of `plyscope trace`.
import { Stopped } from "./engine.js";
import { TreeCanvas } from "./tree/canvas.js";
import { prepare, Replay, Shape } from "./tree/replay.js";
import { sentence } from "./tree/words.js";
import { at, grouped, make } from "./words.js";

/** The most nodes of a search that is watched; more would not help anybody. */
const MOST = 2000;

/** Milliseconds between two steps of a replay that plays by itself. */
const BEAT = 500;

/** One engine's replay. */
class Pane {
  constructor(shape, name, algorithm, events, parent) {
    this.replay = new Replay(shape, { name, best_first: algorithm === "rbfms", options: {} }, events);
    this.generated = prepare(shape, events);
    this.sentence = make("p", { class: "sentence" });
    this.detail = make("p", { class: "small" });
    this.counters = make("p", { class: "small" });
    const box = make("div", { class: "tree-box", tabindex: 0, role: "region", "aria-label": `Tree of ${name}` });
    parent.append(make("section", { class: "pane", "aria-label": name }, make("h4", {}, name), this.sentence, box, this.detail, this.counters));
    this.canvas = new TreeCanvas(box, this.replay, `The tree as ${name} sees it`, () => this.draw());
  }

  /** The last event in words. */
  words() {
    const { replay } = this;
    const { event, shape } = replay;
    if (event === null) return "Before the first step.";
    const isMax = (ply) => (ply % 2 === 0) === shape.rootIsMax;
    // The path no longer has the node that was left.
    if (event.event === "returned" || event.event === "ended") return sentence(event, () => shape.name(replay.node), isMax);
    return sentence(event, (ply, mv) => shape.name(mv === undefined ? replay.at(ply) : shape.child(replay.at(ply), mv)), isMax);
  }

  draw() {
    this.sentence.textContent = this.words();
    this.canvas.draw();
    this.detail.textContent = `${this.canvas.describe(this.canvas.picked ?? this.replay.node)}.`;
    const { generated, expanded, window, estimate } = this.replay.counts;
    this.counters.textContent = `${grouped(generated)} generated, ${grouped(expanded)} expanded, ${grouped(window)} cut by window, ${grouped(estimate)} by estimate`;
  }
}

export class Watch {
  #panes = [];
  #position = 0;
  #timer = null;

  constructor() {
    at("watch-first").onclick = () => this.#go(0);
    at("watch-back").onclick = () => this.#go(this.#position - 1);
    at("watch-forward").onclick = () => this.#go(this.#position + 1);
    at("watch-last").onclick = () => this.#go(this.#last);
    at("watch-play").onclick = () => this.#play(this.#timer === null);
    at("watch-at").oninput = (event) => this.#go(Number(event.target.value));
  }

  /** Hides what was shown: the settings have changed. */
  clear() {
    this.#play(false);
    this.#panes = [];
    at("watch").hidden = true;
  }

  /** Records the engines' searches of a place and shows their trees. Gives the reports, and says what came of it. */
  async open(place, seen, forms, lanes) {
    this.clear();
    const shape = new Shape({ mover: seen.game === "random-tree" && seen.side === 1 ? "min" : "max" });
    const records = await Promise.all(forms.map(async (form, index) => {
      try {
        form.wrong(null);
        return await lanes[index].trace(place, form.text, MOST);
      } catch (error) {
        if (!(error instanceof Stopped)) form.wrong(error.message);
        return null;
      }
    }));
    if (records.every((record) => record === null)) return { records, said: "Nothing to watch: see the engines." };
    at("watch-panes").replaceChildren();
    at("watch").hidden = false;
    this.#panes = records.flatMap((record, index) => (
      record === null ? [] : [new Pane(shape, forms[index].name, forms[index].algorithm, record.events, at("watch-panes"))]
    ));
    at("watch-at").max = this.#last;
    at("watch-unit").textContent = this.#panes.length > 1 ? "nodes" : "events";
    this.#go(0);
    at("watch-forward").focus();
    const cut = records.filter((record) => record !== null && !record.report.done).length;
    const said = cut > 0 ? `The first ${grouped(MOST)} nodes of ${cut} search${cut === 1 ? "" : "es"} can be watched: give less depth for a whole one.` : "Whole searches: step through them below.";
    return { records, said };
  }

  /** Events of the only search, or nodes of several. */
  get #last() {
    const lengths = this.#panes.map((pane) => (this.#panes.length > 1 ? pane.generated.length + 1 : pane.replay.length));
    return Math.max(0, ...lengths);
  }

  #go(position) {
    this.#position = Math.max(0, Math.min(position, this.#last));
    for (const pane of this.#panes) {
      const { generated, replay } = pane;
      const byNode = this.#panes.length > 1;
      replay.seek(!byNode ? this.#position : this.#position === 0 ? 0 : generated[this.#position - 1] ?? replay.length);
      pane.draw();
    }
    at("watch-at").value = this.#position;
    at("watch-position").textContent = `${this.#position} of ${this.#last}`;
    if (this.#position >= this.#last) this.#play(false);
  }

  #play(on) {
    clearInterval(this.#timer);
    this.#timer = on ? setInterval(() => this.#go(this.#position + 1), BEAT) : null;
    if (on && this.#position >= this.#last) this.#go(0);
    at("watch-play").textContent = on ? "Pause" : "Play";
  }
}
