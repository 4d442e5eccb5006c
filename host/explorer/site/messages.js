// The messages between a page and the module: module/src/message.rs in postcard's encoding. Integers are varints, signed ones
// zigzag first; a text or list begins with its length, an enum with the number of its variant, an option with 0 or 1.

class Writer {
  bytes = [];
  number(value) {
    for (let rest = BigInt(value); ; rest >>= 7n) {
      if (rest < 128n) {
        this.bytes.push(Number(rest));
        return this;
      }
      this.bytes.push(Number(rest & 127n) | 128);
    }
  }
  text(text) {
    const encoded = new TextEncoder().encode(text);
    this.number(encoded.length);
    for (const byte of encoded) this.bytes.push(byte);
    return this;
  }
  place({ game, from = "", moves = "" }) {
    return this.text(game).text(from).text(moves);
  }
}

class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }
  byte() {
    if (this.at >= this.bytes.length) throw new Error("the module's answer ends too early");
    return this.bytes[this.at++];
  }
  big() {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = this.byte();
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
  }
  // Counts of nodes stay far below 2^53.
  number() { return Number(this.big()); }
  signed() {
    const value = this.big();
    return Number(value & 1n ? -(value + 1n) / 2n : value / 2n);
  }
  flag() { return this.byte() === 1; }
  text() {
    const length = this.number();
    const text = new TextDecoder().decode(this.bytes.subarray(this.at, this.at + length));
    this.at += length;
    return text;
  }
  option(read) { return this.byte() === 1 ? read.call(this) : null; }
  list(read) { return Array.from({ length: this.number() }, () => read.call(this, this)); }
}

/** What a page can ask, as bytes. */
export const ask = {
  identity: () => new Writer().number(0).bytes,
  look: (place) => new Writer().number(1).place(place).bytes,
  start: (place, engine) => new Writer().number(2).place(place).text(engine).bytes,
  step: (nodes) => new Writer().number(3).number(nodes).bytes,
  stop: () => new Writer().number(4).bytes,
  perft: (place, depth) => new Writer().number(5).place(place).number(depth).bytes,
  trace: (place, engine) => new Writer().number(6).place(place).text(engine).bytes,
  events: () => new Writer().number(7).bytes,
};

const UNITS = ["own", "hundredths", "discs"];
const BOUNDS = ["exact", "lower", "upper", "estimate", "unknown"];
const STOPS = ["running", "completed", "nodes", "stopped", "capacity"];
const SQUARES = ["othello", "connect-four", "hexapawn", "tree"];

function squares(r) {
  const game = SQUARES[r.number()];
  return game === "tree" ? { game, depth: r.number() } : { game, first: r.big(), second: r.big() };
}

function seen(r) {
  return {
    side: r.byte(), squares: squares(r), moves: r.list(r.text), outcome: r.option(r.signed),
    line: r.list(r.text), value: r.signed(),
  };
}

function report(r) {
  return {
    done: r.flag(), bestMove: r.option(r.text), value: r.signed(), score: r.option(r.signed),
    unit: UNITS[r.number()], bound: BOUNDS[r.byte()], proven: r.flag(), depth: r.number(), lineEndsGame: r.flag(),
    generated: r.number(), expanded: r.number(), evaluated: r.number(), prunedByWindow: r.number(),
    prunedByEstimate: r.number(), mostFrames: r.number(), mostChildren: r.number(),
    stop: STOPS[r.byte()], line: r.list(r.text), error: r.option(r.text),
  };
}

const ends = (r) => [r.option(r.signed), r.option(r.signed)];

const CUTS = [
  (r) => ({ reason: "window", value: r.signed(), window: ends(r) }),
  (r) => ({ reason: "estimate", static: r.signed(), depth: r.number(), range: ends(r), window: ends(r), by_child: r.flag() }),
  (r) => ({ reason: "selective", value: r.signed(), depth: r.number(), range: ends(r), window: ends(r) }),
  (r) => ({ reason: "table", value: r.signed(), bound: BOUNDS[r.byte()], window: ends(r) }),
];

// What is not given is missing, not null, in an event.
const given = (value) => value ?? undefined;

const EVENTS = [
  (r) => ({ event: "began", depth: r.number(), window: ends(r), value: given(r.option(r.signed)) }),
  (r) => ({ event: "principal-leaf", ply: r.number() }),
  (r) => ({ event: "expanded", ply: r.number(), children: r.number() }),
  (r) => ({ event: "generated", ply: r.number(), move: r.text(), value: given(r.option(r.signed)) }),
  (r) => ({ event: "descended", ply: r.number(), move: r.text(), window: ends(r) }),
  (r) => ({ event: "reduced", ply: r.number(), move: r.text(), plies: r.number() }),
  (r) => ({ event: "probing", ply: r.number(), depth: r.number(), window: ends(r) }),
  (r) => ({ event: "probed", ply: r.number(), depth: r.number(), value: r.signed() }),
  (r) => ({ event: "estimated", ply: r.number(), range: ends(r), move: given(r.option(r.text)) }),
  (r) => ({ event: "narrowed", ply: r.number(), window: ends(r) }),
  (r) => ({ event: "learned", bounds: [r.signed(), r.signed()] }),
  (r) => ({ event: "pruned", ply: r.number(), ...CUTS[r.number()](r) }),
  (r) => ({ event: "backed-up", ply: r.number(), move: r.text(), value: r.signed() }),
  (r) => ({ event: "returned", ply: r.number(), value: r.signed() }),
];

/** What cannot be done, in the module's words. */
export class Refused extends Error {}

/** Reads an answer. Throws `Refused` if the module refused. */
export function answer(bytes) {
  const r = new Reader(bytes);
  switch (r.number()) {
    case 0: return { version: r.text(), weights: r.number(), plies: r.number(), levels: r.number() };
    case 1: return seen(r);
    case 2: return report(r);
    case 3: return r.number();
    case 4: throw new Refused(r.text());
    case 5: return r.list((reader) => EVENTS[reader.number()](reader));
    default: throw new Error("the module's answer is of another version: reload the page");
  }
}

/** An instance of the module: gives answers to messages. */
export class Module {
  constructor(instance) {
    this.exports = instance.exports;
  }
  ask(bytes) {
    const at = this.exports.plyscope_input(bytes.length);
    new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
    const length = this.exports.plyscope_answer();
    // The memory may have grown, which makes earlier views void.
    return answer(new Uint8Array(this.exports.memory.buffer, this.exports.plyscope_output(), length));
  }
}
