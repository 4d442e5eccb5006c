// The view that compares this module with the desktop: two hundred searches, and perft.
import { Engine, Stopped, size, unpacked } from "./engine.js";
import { at, grouped, make, short } from "./words.js";

/** Leaves of Othello's game tree, as published. */
const LEAVES = [4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284];

const COMPARED = ["generated", "expanded", "evaluated", "value", "depth"];

export class Same {
  #engine = new Engine();
  #run = 0;

  constructor() {
    const stopped = (error) => { if (!(error instanceof Stopped)) throw error; };
    at("check").onclick = () => this.#check().catch(stopped);
    at("perft").onclick = () => this.#perft().catch(stopped);
  }

  async open() {
    const { version, weights, plies } = await this.#engine.identity();
    const kibibytes = (bytes) => grouped(Math.round(bytes / 1024));
    at("identity").textContent = `The module: plyscope ${version}, ${kibibytes(size.module)} KiB (sent as ${kibibytes(size.sent)} KiB), searches to ${plies} plies, weights patterns-small (fingerprint ${weights.toString(16)}).`;
  }

  leave() {
    this.#run += 1;
    this.#engine.reset();
    this.#end();
  }

  /** Ends what runs. A check that is not over says so. */
  #end() {
    at("check").disabled = at("perft").disabled = false;
    const status = at("check-status");
    if (!at("check-progress").hidden) [status.className, status.textContent] = ["verdict", "The check was interrupted."];
    at("check-progress").hidden = true;
  }

  /** Ends what runs, and disables the button of what begins. */
  #begin(what) {
    this.#end();
    at(what).disabled = true;
    return ++this.#run;
  }

  async #check() {
    const run = this.#begin("check");
    const [bytes] = await unpacked("tasks.json.gz");
    const tasks = JSON.parse(new TextDecoder().decode(bytes));
    const rows = at("check-table").tBodies[0];
    rows.replaceChildren();
    at("check-region").hidden = at("check-progress").hidden = false;
    let [equal, nodes, milliseconds] = [0, 0, 0];
    for (const [number, task] of tasks.entries()) {
      const result = await this.#engine.search(task, task.engine);
      if (run !== this.#run) return;
      const { report } = result;
      const found = { ...report, ...report.counts };
      const isEqual = COMPARED.every((key) => found[key] === task[key]) && report.bestMove === task.move;
      equal += isEqual ? 1 : 0;
      nodes += report.counts.generated;
      milliseconds += result.milliseconds;
      rows.append(make("tr", { class: isEqual ? null : "bad" },
        make("td", {}, [task.game, task.moves].filter(Boolean).join(" ")), make("td", { class: "mono" }, task.engine),
        make("td", { class: "number" }, grouped(report.counts.generated)), make("td", { class: "number" }, grouped(task.generated)),
        make("td", {}, isEqual ? "yes" : "no")));
      at("check-progress").value = number + 1;
      at("check-progress").max = tasks.length;
      at("check-status").textContent = `${number + 1} of ${tasks.length}…`;
    }
    const status = at("check-status");
    status.className = `verdict ${equal === tasks.length ? "good" : "bad"}`;
    status.textContent = `${equal} of ${tasks.length} searches are equal. ${short(nodes)} nodes in ${(milliseconds / 1000).toFixed(2)} s: ${(nodes / milliseconds / 1000).toFixed(2)} million a second.`;
    at("check-progress").hidden = true;
    at("check").disabled = false;
  }

  async #perft() {
    const run = this.#begin("perft");
    at("perft-table").hidden = false;
    const rows = at("perft-table").tBodies[0];
    rows.replaceChildren();
    for (const [place, known] of LEAVES.entries()) {
      const { leaves, milliseconds } = await this.#engine.perft({ game: "othello" }, place + 1);
      if (run !== this.#run) return;
      rows.append(make("tr", { class: leaves === known ? null : "bad" },
        make("td", { class: "number" }, String(place + 1)), make("td", { class: "number" }, grouped(leaves)),
        make("td", { class: "number" }, (milliseconds / 1000).toFixed(3)), make("td", { class: "number" }, milliseconds > 5 ? (leaves / milliseconds / 1000).toFixed(1) : ""),
        make("td", {}, leaves === known ? "the same" : grouped(known))));
    }
    at("perft").disabled = false;
  }
}
