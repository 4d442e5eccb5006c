// The trees of the searches, step by step: each engine's events, replayed on the canvas of `plyscope trace`.
import { Stopped } from "./engine.js";
import { Pane } from "./tree/pane.js";
import { Quiz } from "./tree/quiz.js";
import { Shape } from "./tree/replay.js";
import { at, grouped } from "./words.js";

/** The most nodes of a search that is watched; more would not help anybody. */
const MOST = 2000;

/** Milliseconds between two steps of a replay that plays by itself. */
const BEAT = 500;

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
    this.quiz = new Quiz(at("exercise"), {
      title: "",
      begin: () => this.#play(false),
      moved: (pane) => {
        if (this.#panes.length === 1) this.#position = pane.replay.index;
        this.#show();
      },
      end: (pane) => this.#go(this.#panes.length === 1 ? pane.replay.index : 0),
    });
    at("exercise").addEventListener("keydown", (event) => {
      if (event.target.tagName === "BUTTON" && !event.ctrlKey && !event.metaKey && !event.altKey && this.quiz.key(event.key)) event.preventDefault();
    });
  }

  /** Hides what was shown: the settings have changed. */
  clear() {
    this.#play(false);
    this.quiz.open([]);
    this.#panes = [];
    at("watch").hidden = true;
  }

  /** Records the engines' searches of a place and shows their trees. Gives the reports, and says what came of it. */
  async open(place, seen, forms, lanes) {
    this.clear();
    // Only trees have a MAX of their own.
    const shape = new Shape({ mover: /tree$/.test(seen.game) && seen.side === 1 ? "min" : "max", tree: seen.tree });
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
      record === null ? [] : [new Pane(shape, forms[index].search, record.events, at("watch-panes"), "h4")]
    ));
    this.quiz.page.title = place.from || place.game + (place.moves && ` after ${place.moves}`);
    this.quiz.open(this.#panes);
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
    this.quiz.stop();
    this.#position = Math.max(0, Math.min(position, this.#last));
    for (const pane of this.#panes) {
      const { generated, replay } = pane;
      const byNode = this.#panes.length > 1;
      replay.seek(!byNode ? this.#position : this.#position === 0 ? 0 : generated[this.#position - 1] ?? replay.length);
    }
    this.#show();
  }

  #show() {
    for (const pane of this.#panes) pane.draw();
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
