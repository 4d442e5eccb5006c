// What an engine can be told, as the form of an engine shows it. The module reads the result, and knows more than the form: what a
// link gives beyond it is kept and passed on. An `endless` one searches to the end of the game and has no depth.

const ORDER = { key: "order", label: "order", usual: "static", choices: ["static", "static-all", "none"] };
const WINDOW = { key: "window", label: "window ±", number: [1, 2147483647] };
const ITERATIVE = { key: "iterative", label: "deepen", flag: true };

export const ALGORITHMS = {
  minimax: { title: "minimax", options: [ITERATIVE] },
  "alpha-beta": { title: "alpha-beta", options: [ORDER, WINDOW, ITERATIVE] },
  aspiration: { title: "aspiration search", options: [ORDER, WINDOW, ITERATIVE] },
  fe: {
    title: "forward estimation",
    options: [
      { key: "bounds", label: "bounds", usual: "", choices: ["", "exact", "likely", "learned", "learned-separate", "learned-gains:80"], names: { "": "the game's" } },
      { key: "delta", label: "delta", decimal: true },
      { key: "placement", label: "tests", usual: "table1", choices: ["table1", "literal", "entry1", "per-child"] },
      { key: "two-sided", label: "two-sided", flag: true },
      ORDER, ITERATIVE,
    ],
  },
  pvs: {
    title: "principal variation search",
    options: [
      { key: "driver", label: "driver", usual: "deepening", choices: ["deepening", "mtd", "sss", "dual"] },
      { key: "killers", label: "killers", flag: true },
      { key: "reductions", label: "reductions", flag: true },
      ORDER,
    ],
  },
  pns: { title: "proof-number search", options: [], endless: true },
  rbfms: { title: "best-first minimax (rbfms)", options: [{ key: "expansion", label: "expansion", usual: "partial", choices: ["partial", "full"] }] },
  strong: { title: "strong player", othello: true, options: [{ key: "level", label: "level", number: [1, 30] }] },
};

export const EVALUATION = { key: "evaluation", label: "evaluation", usual: "simple", choices: ["simple", "patterns-small", "discs"] };

/** The engines that a new visitor finds. */
export const USUAL = ["algorithm=alpha-beta,depth=8", "algorithm=fe,depth=8"];
