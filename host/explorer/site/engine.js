// The page's side of engines: one worker each, made when it is first needed.

let compiled;

/** Bytes of the module, and as it was sent. */
export const size = { module: 0, sent: 0 };

/** Loads a file and unpacks it. It is packed, so that it is small from any server. Gives its bytes, and their number as sent. */
export async function unpacked(name) {
  const response = await fetch(name);
  if (!response.ok) throw new Error(`${name} cannot be loaded (${response.status}): build the explorer again`);
  const bytes = await response.arrayBuffer();
  // Some servers say that such a file is packed, and then the browser has unpacked it already.
  const [first, second] = new Uint8Array(bytes, 0, 2);
  if (first !== 0x1f || second !== 0x8b) return [bytes, bytes.byteLength];
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return [await new Response(stream).arrayBuffer(), bytes.byteLength];
}

/** Loads and compiles the module, once. */
export function load() {
  compiled ??= (async () => {
    const [bytes, sent] = await unpacked("module.wasm.gz");
    size.sent = sent;
    size.module = bytes.byteLength;
    return WebAssembly.compile(bytes);
  })();
  return compiled;
}

/** An engine in a worker. All methods give promises; a refusal rejects with the module's words. */
export class Engine {
  #worker = null;
  #waiting = new Map();
  #next = 1;

  async #ask(kind, more = {}, progress = null) {
    if (!this.#worker) {
      const worker = new Worker("worker.js", { type: "module" });
      this.#worker = worker;
      worker.onmessage = ({ data }) => this.#receive(data);
      worker.onerror = (event) => {
        event.preventDefault();
        for (const { reject } of this.#waiting.values()) reject(new Error("the engine's worker failed: reload the page"));
        this.#waiting.clear();
      };
      worker.postMessage({ kind: "module", module: await load() });
    } else {
      // In order behind the module, if that is still on its way.
      await load();
    }
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, progress });
      this.#worker.postMessage({ id, kind, ...more });
    });
  }

  #receive({ id, answer, error, progress, ...more }) {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    if (progress) {
      waiting.progress?.(progress, more);
      return;
    }
    this.#waiting.delete(id);
    if (error) waiting.reject(new Error(error));
    else waiting.resolve(answer);
  }

  identity() { return this.#ask("identity"); }
  look(place) { return this.#ask("look", { place }); }
  start(place, engine) { return this.#ask("start", { place, engine }); }
  step(nodes) { return this.#ask("step", { nodes }); }
  stop() { return this.#ask("stop"); }
  /** The games of a file or of text. */
  games(bytes, name) { return this.#ask("games", { bytes, name }); }
  perft(place, depth) { return this.#ask("perft", { place, depth }); }
  /** A search of at most so many nodes with its events. */
  trace(place, engine, most) { return this.#ask("trace", { place, engine, most }); }
  search(place, engine) { return this.#ask("search", { place, engine }); }
  /** Goes on with what was started until it ends or `pause` is called. */
  run(progress, milliseconds = 0) { return this.#ask("run", { milliseconds }, progress); }
  /** Lets `run` end where it is. */
  pause() { this.#worker?.postMessage({ kind: "pause" }); }

  /** Ends what the worker is doing, whatever it is. */
  reset() {
    this.#worker?.terminate();
    this.#worker = null;
    for (const { reject } of this.#waiting.values()) reject(new Stopped());
    this.#waiting.clear();
  }
}

/** What was asked was ended by `reset`. */
export class Stopped extends Error {
  constructor() { super("stopped"); }
}
