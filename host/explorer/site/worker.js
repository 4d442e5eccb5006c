// An engine: an instance of the module in a thread of its own. The page asks, one thing at a time; only `run` goes on by itself.
import { Module, Refused, ask } from "./messages.js";

let module;
// The run in progress, by the number of its request; 0 for none.
let running = 0;

/** Milliseconds of searching between two looks at the mail. */
const SLICE = 25;

const pause = () => new Promise((resolve) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => { port1.close(); resolve(); };
  port2.postMessage(0);
});

/**
 * Steps until the search has ended. Tells the page now and then, and each time that a deeper iteration is done. Stops early at
 * `milliseconds` if that is above 0.
 */
async function run(id, milliseconds) {
  running = id;
  const begun = performance.now();
  let report = module.ask(ask.step(1));
  let nodes = 16;
  let depth = 0;
  let told = begun;
  while (!report.done && running === id) {
    const before = performance.now();
    // Short slices hardly miss the end of an iteration.
    report = module.ask(ask.step(Math.min(nodes, 64 + Math.floor(report.counts.generated / 16))));
    const now = performance.now();
    nodes = Math.max(16, Math.min(4e6, Math.floor(nodes * Math.min(4, SLICE / Math.max(now - before, 0.5)))));
    if (milliseconds > 0 && now - begun >= milliseconds) {
      report = module.ask(ask.stop());
      break;
    }
    const deeper = report.bestMove !== null && report.bound !== "unknown" && report.depth > depth;
    if (deeper || now - told > 60) {
      if (deeper) depth = report.depth;
      postMessage({ id, progress: report, deeper, milliseconds: now - begun });
    }
    if (now - told > 60) {
      told = now;
      await pause();
    }
  }
  if (running === id) running = 0;
  return { report, milliseconds: performance.now() - begun };
}

const doing = {
  identity: () => module.ask(ask.identity()),
  look: ({ place }) => module.ask(ask.look(place)),
  start: ({ place, engine }) => module.ask(ask.start(place, engine)),
  step: ({ nodes }) => module.ask(ask.step(nodes)),
  stop: () => module.ask(ask.stop()),
  games: ({ bytes, name }) => module.ask(ask.games(bytes, name)),
  perft: ({ place, depth }) => {
    const begun = performance.now();
    const leaves = module.ask(ask.perft(place, depth));
    return { leaves, milliseconds: performance.now() - begun };
  },
  run: ({ id, milliseconds = 0 }) => run(id, milliseconds),
  // A search with what it does, up to so many nodes.
  trace: ({ place, engine, most }) => {
    let report = module.ask(ask.trace(place, engine));
    const events = [];
    while (!report.done && report.counts.generated < most) {
      report = module.ask(ask.step(50));
      events.push(...module.ask(ask.events()));
    }
    return { report, events };
  },
  // A search from beginning to end, without news.
  search: ({ place, engine }) => {
    const begun = performance.now();
    let report = module.ask(ask.start(place, engine));
    while (!report.done) report = module.ask(ask.step(Number.MAX_SAFE_INTEGER));
    return { report, milliseconds: performance.now() - begun };
  },
};

onmessage = async ({ data }) => {
  const { id, kind } = data;
  try {
    if (kind === "module") {
      module = new Module(await WebAssembly.instantiate(data.module));
      return;
    }
    if (kind === "pause") {
      running = 0;
      return;
    }
    postMessage({ id, answer: await doing[kind](data) });
  } catch (error) {
    const broken = !(error instanceof Refused);
    postMessage({ id, error: broken ? `the engine failed (${error.message}): reload the page` : error.message });
  }
};
