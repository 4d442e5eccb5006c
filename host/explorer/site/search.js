// The view in which engines search the same position, alone or side by side.
import { USUAL } from "./algorithms.js";
import { picture } from "./board.js";
import { chart, swatch } from "./chart.js";
import { EngineForm } from "./engine-form.js";
import { Engine, Stopped } from "./engine.js";
import * as link from "./link.js";
import { Watch } from "./watch.js";
import { at, command, copy, grouped, make, pairs, reachedBy, short } from "./words.js";

/** The most engines side by side. */
const MOST = 4;

/** The fields of a random tree, with what the desktop takes if they are not given. */
const TREE = { seed: "1", costs: "korf", "game-depth": "100", noise: "0", correlation: "0" };
const KEYS = { seed: "seed", costs: "edge-costs", "game-depth": "game-depth", noise: "noise", correlation: "correlation" };

/** The tree that one finds first. */
const TYPED = "((3 12 8) (2 4 6) (14 5 2))";

export class Search {
  constructor(trouble) {
    this.trouble = trouble;
    this.looker = new Engine();
    this.lanes = Array.from({ length: MOST }, () => new Engine());
    this.forms = [];
    // Options of a tree that a link gave and the form does not show.
    this.more = [];
    // Numbers the actions, so that an old one's news are not shown.
    this.action = 0;
    this.state = "fresh";
    this.reports = [];
    this.series = [];
    this.watch = new Watch();
    this.#listen();
  }

  #listen() {
    at("problem").addEventListener("submit", (event) => event.preventDefault());
    at("problem").addEventListener("change", (event) => {
      if (event.target.id === "game") {
        at("line").value = "";
        for (const form of this.forms) form.suit(this.game);
        this.#build();
      }
      this.#changed();
    });
    at("add-engine").onclick = () => {
      this.#add("algorithm=rbfms,depth=8,nodes=100000");
      this.#build();
      this.#changed();
      this.forms.at(-1).element.querySelector("select").focus();
    };
    at("search-link").onclick = (event) => copy(event.target, location.href);
    at("run").onclick = () => this.#run();
    at("step").onclick = () => this.#step();
    at("stop").onclick = () => {
      this.#stop();
      this.#say("Stopped.");
    };
    at("sweep").onclick = () => this.#sweep();
    at("watch-tree").onclick = () => this.#watch();
    at("sweep-to").onchange = at("sweep-seeds").onchange = () => this.share();
  }

  #add(text) {
    this.forms.push(new EngineForm(text, () => this.#changed(), (form) => {
      this.forms = this.forms.filter((other) => other !== form);
      this.#build();
      this.#changed();
      at("add-engine").focus();
    }));
  }

  /** Takes a link's settings over. */
  async open(settings) {
    const game = settings.get("game") ?? "random-tree branching=uniform:5,seed=1";
    at("typed").value = TYPED;
    const [name, options = ""] = game.split(/ (.*)/s);
    const known = [...at("game").options].some((option) => option.value === name);
    at("game").value = known ? name : "random-tree";
    const given = new Map(known ? pairs(options) : []);
    const [kind, children] = (given.get("branching") ?? "uniform:5").split(":");
    at("kind").value = ["uniform", "random", "leafy"].includes(kind) ? kind : "uniform";
    at("children").value = /^\d{1,5}$/.test(children ?? "") ? children : "5";
    given.delete("branching");
    for (const [id, key] of Object.entries(KEYS)) {
      at(id).value = given.get(key) ?? TREE[id];
      if (at(id).value === "") at(id).value = TREE[id];
      given.delete(key);
    }
    this.more = [...given];
    at("line").value = settings.get("moves") ?? "";
    this.from = settings.get("from") ?? "";
    if (name === "tree" && this.from) at("typed").value = this.from;
    this.forms = [];
    const engines = settings.getAll("engine").slice(0, MOST);
    for (const text of engines.length > 0 ? engines : USUAL) this.#add(text);
    at("sweep-to").value = link.number(settings, "to", 1, 30) ?? 8;
    at("sweep-seeds").value = link.number(settings, "trees", 1, 1000) ?? 20;
    this.#build();
    await this.#changed();
    if (!known) this.trouble(`The link asks for a game that there is not, “${name.slice(0, 60)}”: choose another one.`);
  }

  leave() { this.#stop(); }

  share() {
    const { game, from, moves } = this.place;
    link.write("search", {
      game, moves, from, engine: this.forms.map((form) => form.text), to: at("sweep-to").value, trees: at("sweep-seeds").value,
    });
  }

  get game() { return at("game").value; }

  get place() { return this.#placeOf(at("seed").value); }

  #placeOf(seed) {
    if (this.game === "tree") return { game: "tree", from: at("typed").value.trim(), moves: "" };
    if (this.game !== "random-tree") return { game: this.game, from: this.game === "othello" ? this.from : "", moves: at("line").value.trim() };
    const options = [["branching", `${at("kind").value}:${at("children").value}`], ["seed", seed]];
    for (const id of ["costs", "game-depth", "noise", "correlation"]) {
      if (at(id).value !== TREE[id]) options.push([KEYS[id], at(id).value]);
    }
    options.push(...this.more);
    return { game: `random-tree ${options.map(([key, value]) => `${key}=${value}`).join(",")}`, from: "", moves: "" };
  }

  #build() {
    const isTree = this.game === "random-tree";
    const isTyped = this.game === "tree";
    at("tree-fields").hidden = !isTree;
    at("typed-fields").hidden = !isTyped;
    at("move-fields").hidden = isTree || isTyped;
    at("line").placeholder = at("game").selectedOptions[0].dataset.line ?? "";
    at("sweep-seeds").hidden = at("sweep-seeds-label").hidden = !isTree;
    this.forms.forEach((form, index) => form.build(index, this.game, this.forms.length > 1));
    at("engines").replaceChildren(...this.forms.map((form) => form.element));
    at("add-engine").disabled = this.forms.length >= MOST;
  }

  /** Something was changed: what was found is void. */
  async #changed() {
    this.#stop();
    this.watch.clear();
    this.state = "fresh";
    this.reports = [];
    this.series = [];
    this.#table();
    at("chart").replaceChildren();
    this.share();
    at("commands").textContent = "";
    const action = this.action;
    const { place } = this;
    this.seen = null;
    try {
      const seen = await this.looker.look(place);
      if (action !== this.action) return;
      this.seen = seen;
      this.#say(seen.outcome === null ? "" : "The game is over here: nothing is left to search.");
      const reached = reachedBy(place, seen);
      at("commands").textContent = this.forms.map((form) => command(reached, form.text)).join("\n");
      const drawing = picture(seen);
      at("picture").replaceChildren(...(drawing ? [drawing] : []));
      this.trouble(null);
    } catch (error) {
      if (action === this.action) this.trouble(`This cannot be searched: ${error.message}.`);
    }
  }

  #stop() {
    this.action += 1;
    // A sweep's searches have no pauses.
    for (const lane of this.lanes) {
      if (this.sweeps) lane.reset();
      else lane.pause();
    }
    this.sweeps = false;
    this.#busy(false);
  }

  #busy(isBusy) {
    at("stop").disabled = !isBusy;
    for (const id of ["run", "step", "sweep", "watch-tree"]) at(id).disabled = isBusy;
  }

  #say(text) { at("search-status").textContent = text; }

  /** Starts all engines on the position. Those that refuse say so in their forms. */
  async #start() {
    const { place } = this;
    this.series = this.forms.map((form, index) => ({ index, name: form.name, points: [] }));
    this.reports = await Promise.all(this.forms.map(async (form, index) => {
      try {
        form.wrong(null);
        return { report: await this.lanes[index].start(place, form.text), milliseconds: 0 };
      } catch (error) {
        form.wrong(error.message);
        return null;
      }
    }));
    this.state = "started";
  }

  async #run() {
    const action = ++this.action;
    this.#busy(true);
    if (this.state === "fresh" || this.reports.every((known) => known === null || known.report.done)) await this.#start();
    if (action !== this.action) return;
    this.#say("Searching…");
    const begun = performance.now();
    await Promise.all(this.reports.map(async (known, index) => {
      if (known === null || known.report.done) return;
      const before = known.milliseconds;
      const result = await this.lanes[index].run((progress, { deeper, milliseconds }) => {
        if (action !== this.action) return;
        this.#told(index, progress, before + milliseconds, deeper);
      });
      // What was stopped is shown, too, unless it is of other settings.
      if (this.state !== "fresh") this.#told(index, result.report, before + result.milliseconds, result.report.done);
    }));
    if (action !== this.action) return;
    this.#busy(false);
    this.#say(`Done in ${((performance.now() - begun) / 1000).toFixed(2)} s.`);
  }

  async #step() {
    const action = ++this.action;
    this.#busy(true);
    if (this.state === "fresh") await this.#start();
    if (action !== this.action) return;
    const nodes = Number(at("step-by").value);
    await Promise.all(this.reports.map(async (known, index) => {
      if (known === null || known.report.done) return;
      const depth = known.report.depth;
      const report = await this.lanes[index].step(nodes);
      this.#told(index, report, 0, report.done || report.depth > depth);
    }));
    if (action !== this.action) return;
    this.#busy(false);
    const left = this.reports.filter((known) => known && !known.report.done).length;
    this.#say(left > 0 ? `${grouped(nodes)} node${nodes === 1 ? "" : "s"} more; ${left} still searching.` : "All searches have ended.");
  }

  #told(index, report, milliseconds, deeper) {
    this.reports[index] = { report, milliseconds };
    if (deeper && report.bestMove !== null && report.bound !== "unknown") this.series[index]?.points.push([report.depth, report.counts.generated]);
    this.#table();
    if (deeper) this.#chart("Nodes generated up to each finished depth.");
  }

  #chart(caption) {
    chart(at("chart"), this.series.filter(({ points }) => points.length > 0), caption);
  }

  /** Records the searches and shows their trees. */
  async #watch() {
    const action = ++this.action;
    this.#busy(true);
    this.state = "fresh";
    this.#say("Recording…");
    try {
      const { place } = this;
      const seen = await this.looker.look(place);
      const { records, said } = await this.watch.open(place, seen, this.forms, this.lanes);
      if (action !== this.action) return;
      this.reports = records.map((record) => (record === null ? null : { report: record.report, milliseconds: 0 }));
      this.#table();
      this.#say(said);
    } catch (error) {
      this.trouble(`This cannot be watched: ${error.message}.`);
    }
    if (action === this.action) this.#busy(false);
  }

  /** Searches to each depth in turn; on random trees, over several seeds. */
  async #sweep() {
    const action = ++this.action;
    this.#busy(true);
    this.state = "fresh";
    this.sweeps = true;
    // The fields show what is swept.
    const within = (id, most, usual) => { at(id).value = Math.max(1, Math.min(most, Math.floor(Number(at(id).value)) || usual)); return Number(at(id).value); };
    const to = within("sweep-to", 30, 8);
    const isTree = this.game === "random-tree";
    const trees = isTree ? within("sweep-seeds", 1000, 1) : 1;
    const first = Number(at("seed").value) || 0;
    this.series = this.forms.map((form, index) => ({ index, name: form.name, points: [] }));
    this.reports = this.forms.map(() => null);
    this.#table();
    const caption = isTree ? `Mean of nodes generated, ${trees} tree${trees === 1 ? "" : "s"} from seed ${first} on.` : "Nodes generated by a search to each depth.";
    const begun = performance.now();
    await Promise.all(this.forms.map(async (form, index) => {
      form.wrong(null);
      const engine = [...form.options].filter(([key]) => key !== "depth" && key !== "nodes").map(([key, text]) => `${key}=${text}`).join(",");
      try {
        for (let depth = 1; depth <= to; depth++) {
          let nodes = 0;
          let last = null;
          for (let tree = 0; tree < trees; tree++) {
            last = await this.lanes[index].search(this.#placeOf(String(first + tree)), `${engine},depth=${depth}`);
            if (action !== this.action) return;
            nodes += last.report.counts.generated;
          }
          this.series[index].points.push([depth, nodes / trees]);
          this.reports[index] = { report: { ...last.report, counts: { ...last.report.counts, generated: nodes / trees } }, milliseconds: 0 };
          this.#table();
          this.#chart(caption);
          this.#say(`Depth ${depth} of ${to}…`);
        }
      } catch (error) {
        if (!(error instanceof Stopped)) form.wrong(error.message);
      }
    }));
    if (action !== this.action) return;
    this.sweeps = false;
    this.#busy(false);
    this.#say(`Swept depths 1 to ${to} in ${((performance.now() - begun) / 1000).toFixed(1)} s. The table has the last search of each engine, with mean nodes.`);
  }

  #table() {
    const rows = this.forms.map((form, index) => {
      const known = this.reports[index];
      const name = make("td", { class: "name" }, swatch(index), form.name);
      if (!known) return make("tr", {}, name, ...Array.from({ length: 8 }, (_, column) => make("td", { class: column < 6 ? "number" : null }, "")));
      const { report, milliseconds } = known;
      const cell = (text) => make("td", { class: "number" }, text);
      const speed = milliseconds > 30 ? ` · ${short((report.counts.generated / milliseconds) * 1000)}/s` : "";
      const state = report.error ? report.error : report.done ? { completed: "", nodes: "node limit", polled: "stopped" }[report.stop] ?? "" : "searching";
      if (state) name.append(make("div", { class: "small" }, state));
      const whose = this.game === "tree" && this.seen?.side === 1 ? " for MIN" : "";
      const worthHere = cell(report.bestMove === null ? "" : report.bound === "unknown" ? "unknown" : report.words + whose);
      if (report.bestMove !== null) worthHere.title = report.meaning;
      return make("tr", {}, name, cell(String(report.depth)), cell(grouped(Math.round(report.counts.generated)) + speed), cell(grouped(report.counts.expanded)),
        cell(grouped(report.counts.pruned_by_window)), cell(grouped(report.counts.pruned_by_estimate)), worthHere,
        make("td", {}, report.bestMove ?? ""), make("td", { class: "mono" }, report.line.slice(0, 14).join(" ")));
    });
    at("results").tBodies[0].replaceChildren(...rows);
  }
}
