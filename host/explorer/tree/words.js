// What values, windows and events are called. All values are for MAX; `null` in a window is infinite.

// The values of finished games, and what they mean, as events tell it.
const FINISHED = new Map();

/** Takes note of what an event says of its values. */
export function learn(words) {
  for (const value in words) { FINISHED.set(Number(value), words[value]); }
}

/** A value: of a finished game, who wins. */
export function number(value) {
  if (value === null || value === undefined) { return "–"; }
  return FINISHED.get(value) || String(value).replace("-", "−");
}

/** The same in fewer characters, for drawings. */
export function brief(value) {
  return number(value).replace("won by ", "W+").replace("lost by ", "L−");
}

/** A window or a range, such as `−∞ to 4`. */
export function interval(ends, said = number) {
  if (!ends) { return "–"; }
  return (ends[0] === null ? "−∞" : said(ends[0])) + " to " + (ends[1] === null ? "∞" : said(ends[1]));
}

/** A window with its bounds named, such as `α −∞ β 4`. */
export function bounds(ends, said = number) {
  return "α " + (ends[0] === null ? "−∞" : said(ends[0])) + " β " + (ends[1] === null ? "∞" : said(ends[1]));
}

/** How many positions must still be decided. */
const needed = function (count) { return count === null ? "impossible" : count + " to decide"; };

/** Why a node was cut or left, in words. `isMax`: whether MAX moves there. */
export function reason(event, isMax) {
  const bound = event.window[isMax ? 1 : 0];
  const name = isMax ? "β" : "α";
  switch (event.reason) {
    case "window": {
      if (bound !== null && event.best_first !== true) {
        return "its value is at " + (isMax ? "least " : "most ") + number(event.value) + ", and " + (isMax ? "MIN" : "MAX") +
          " has " + name + " = " + number(bound) + " elsewhere";
      }
      return "its value " + number(event.value) + " is outside the window " + bounds(event.window) +
        ", so it is off the principal variation";
    }
    case "estimate":
      return (event.by_child ? "from the static value " + number(event.static) + " of a child" :
        "from its static value " + number(event.static)) + ", its value can only be " + interval(event.range) +
        (event.depth === 1 ? " one ply on" : " within " + event.depth + " plies") + ": outside the window " +
        bounds(event.window);
    case "selective":
      return "a search of " + event.depth + " plies found " + number(event.value) + ", so its value is likely " +
        interval(event.range) + ": outside the window " + bounds(event.window);
    case "table":
      return "the table has the value " + number(event.value) + " (" + event.bound + "): outside the window " +
        bounds(event.window);
    default:
      return event.reason;
  }
}

/** An event as a sentence. `name(ply, move)` names the node at a ply, or its child. */
export function sentence(event, name, isMax) {
  const node = function () { return name(event.ply); };
  const child = function () { return name(event.ply, event.move); };
  const valued = event.value === undefined ? "" : ", static value " + number(event.value);
  switch (event.event) {
    case "began": return "A search to depth " + event.depth + " begins in the window " + bounds(event.window) + ".";
    case "principal-leaf": return "The principal leaf is " + node() + ".";
    case "expanded": return "Expand " + node() + ": " + event.children + (event.children === 1 ? " child." : " children.");
    case "generated": return "Generate " + child() + valued + ".";
    case "descended": return "Go to " + child() + " with the window " + bounds(event.window) + ".";
    case "reduced": return child() + " is searched " + event.plies + " plies less deep.";
    case "probing": return "Look at " + node() + " to depth " + event.depth + ", window " + bounds(event.window) + ".";
    case "probed": return "At depth " + event.depth + " " + node() + " is worth " + number(event.value) + ".";
    case "estimated":
      return "Estimate: " + (event.move === undefined ? node() : "with " + child() + ", " + node()) + " is worth " +
        interval(event.range) + ".";
    case "narrowed": return "The estimate narrows the window of " + node() + " to " + bounds(event.window) + ".";
    case "weighed": return node() + ": to prove its goal " + needed(event.proof) + ", to disprove it " + needed(event.disproof) + ".";
    case "learned": return "Learned: edge costs from " + number(event.bounds[0]) + " to " + number(event.bounds[1]) + ".";
    case "backed-up": return node() + " is now worth " + number(event.value) + ", by " + child() + ".";
    case "pruned":
      return (event.best_first && event.reason === "window" ? "Leave " : "Cut ") + node() + ": " + reason(event, isMax(event.ply)) + ".";
    case "returned": return "Back from " + node() + (event.value === undefined ? "." : " with " + number(event.value) + ".");
    case "ended":
      return "The search ends: value " + number(event.value) + (event.line.length > 0 ? ", line " + event.line.join(" ") : "") + ".";
    default: return event.event;
  }
}
