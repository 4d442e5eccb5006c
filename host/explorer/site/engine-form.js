// The form of one engine, and the engine as text.
import { ALGORITHMS, EVALUATION } from "./algorithms.js";
import { swatch } from "./chart.js";
import { make, pairs } from "./words.js";

export class EngineForm {
  /** A form of an engine given as text. `changed` is called after each change, `removed` by its button. */
  constructor(text, changed, removed) {
    this.options = new Map(pairs(text));
    this.changed = changed;
    this.removed = removed;
    this.game = "random-tree";
    this.element = make("fieldset", { class: "engine" });
  }

  get algorithm() { return this.options.get("algorithm") ?? ""; }

  /** The engine as text. */
  get text() { return [...this.options].map(([key, value]) => `${key}=${value}`).join(","); }

  /** A name for tables and charts: what tells it from the others. */
  get name() {
    const told = [...this.options].filter(([key]) => !["algorithm", "depth", "nodes", "table"].includes(key));
    const extra = told.map(([key, value]) => (value === "true" ? key : `${key} ${value}`)).join(", ");
    return this.algorithm + (extra ? ` (${extra})` : "");
  }

  /** What a replay of its search must know. */
  get search() { return { name: this.name, algorithm: this.algorithm, best_first: this.algorithm === "rbfms", options: {} }; }

  /** Leaves out what another game has not got. */
  suit(game) {
    if (game !== "othello" && this.algorithm !== "strong") this.options.delete("evaluation");
  }

  /** Says what the module says of this engine, or nothing. */
  wrong(text) {
    this.element.querySelector(".wrong")?.remove();
    if (text) this.element.append(make("p", { class: "wrong", role: "alert" }, text));
  }

  #set(key, value) {
    if (value === "" || value === null) this.options.delete(key);
    else this.options.set(key, value);
    this.wrong(null);
    this.changed(this);
  }

  /** Builds the fields again, for a place among the engines and a game. */
  build(index, game, canRemove) {
    this.index = index;
    this.game = game;
    const known = Object.hasOwn(ALGORITHMS, this.algorithm) ? ALGORITHMS[this.algorithm] : { title: this.algorithm, options: [] };
    const algorithm = make("select", { "aria-label": "Algorithm" });
    for (const [key, { title, othello }] of Object.entries(ALGORITHMS)) {
      if (othello && game !== "othello") continue;
      algorithm.append(make("option", { value: key }, title));
    }
    if (![...algorithm.options].some((option) => option.value === this.algorithm)) {
      algorithm.append(make("option", { value: this.algorithm }, known.title || "unknown"));
    }
    algorithm.value = this.algorithm;
    algorithm.onchange = () => this.#choose(algorithm.value);
    const number = (key, least, most, usual) => {
      const input = make("input", { type: "number", min: least, max: most, value: this.options.get(key) ?? "", placeholder: usual, class: most < 1000 ? "short" : null });
      input.onchange = () => this.#set(key, input.value);
      return input;
    };
    this.element.replaceChildren(
      make("legend", {}, swatch(index), `Engine ${index + 1}`), algorithm,
      ...(known.endless ? [] : [make("label", {}, "depth", number("depth", 1, 128, "any"))]), make("label", {}, "nodes", number("nodes", 1, 1e12, "any")),
      ...[...known.options, ...(game === "othello" && this.algorithm !== "strong" ? [EVALUATION] : [])].map((option) => this.#field(option, number)),
    );
    if (canRemove) {
      const remove = make("button", { type: "button", class: "quiet", "aria-label": `Remove engine ${index + 1}` }, "Remove");
      remove.onclick = () => this.removed(this);
      this.element.append(remove);
    }
  }

  #field({ key, label, usual, choices, names, number: range, flag, decimal }, number) {
    if (flag) {
      const box = make("input", { type: "checkbox", checked: this.options.get(key) === "true" });
      box.onchange = () => this.#set(key, box.checked ? "true" : "");
      return make("label", {}, box, label);
    }
    if (range) return make("label", {}, label, number(key, range[0], range[1], ""));
    if (decimal) {
      const input = make("input", { type: "number", min: 0.01, max: 1, step: 0.01, value: this.options.get(key) ?? "", placeholder: "1", class: "short" });
      input.onchange = () => this.#set(key, input.value === "1" ? "" : input.value);
      return make("label", {}, label, input);
    }
    const given = this.options.get(key) ?? usual;
    const select = make("select", {}, ...[...new Set([...choices, given])].map((choice) => make("option", { value: choice }, names?.[choice] ?? choice)));
    select.value = given;
    select.onchange = () => this.#set(key, select.value === usual ? "" : select.value);
    return make("label", {}, label, select);
  }

  /** Another algorithm, with the limits that were there. */
  #choose(name) {
    const kept = ["depth", "nodes"].filter((key) => this.options.has(key) && !(ALGORITHMS[name].endless && key === "depth")).map((key) => [key, this.options.get(key)]);
    this.options = new Map([["algorithm", name], ...kept]);
    if (name === "strong") {
      this.options.set("evaluation", "patterns-small");
      this.options.set("table", "4MiB");
    }
    this.build(this.index, this.game, Boolean(this.element.querySelector("button")));
    this.changed(this);
    this.element.querySelector("select").focus();
  }
}
