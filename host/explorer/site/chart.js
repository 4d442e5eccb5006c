// Nodes against depth: a drawing with a logarithmic axis, for up to four series.
import { draw, make, short } from "./words.js";

const [WIDEST, HEIGHT, LEFT, BOTTOM, TOP, RIGHT] = [760, 340, 62, 40, 12, 16];

/** A series' mark at a place; its shape tells it apart where its colour does not. */
function mark(series, x, y, radius = 5) {
  const shape = `f${series}`;
  switch (series) {
    case 0: return draw("circle", { class: shape, cx: x, cy: y, r: radius });
    case 1: return draw("rect", { class: shape, x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius });
    case 2: return draw("path", { class: shape, d: `M${x},${y - radius * 1.2}l${radius * 1.2},${radius * 2.1}h${-radius * 2.4}z` });
    default: return draw("path", { class: shape, d: `M${x},${y - radius * 1.3}l${radius * 1.3},${radius * 1.3}l${-radius * 1.3},${radius * 1.3}l${-radius * 1.3},${-radius * 1.3}z` });
  }
}

/** A small picture of a series' mark. */
export function swatch(series) {
  return draw("svg", { class: "swatch", width: 14, height: 14, viewBox: "0 0 14 14", "aria-hidden": true }, mark(series, 7, 7));
}

/** Draws series of `[depth, nodes]` into a figure. */
export function chart(figure, series, caption) {
  const points = series.flatMap(({ points }) => points);
  if (points.length === 0) {
    figure.replaceChildren();
    return;
  }
  // As wide as there is room, so that letters keep their size on a phone.
  const width = Math.max(320, Math.min(WIDEST, figure.clientWidth || WIDEST));
  const deepest = Math.max(2, ...points.map(([depth]) => depth));
  const shallowest = Math.min(1, ...points.map(([depth]) => depth));
  const top = Math.max(2, Math.ceil(Math.log10(Math.max(...points.map(([, nodes]) => nodes))) + 0.02));
  const x = (depth) => LEFT + ((width - LEFT - RIGHT) * (depth - shallowest)) / (deepest - shallowest);
  const y = (nodes) => HEIGHT - BOTTOM - ((HEIGHT - BOTTOM - TOP) * Math.log10(Math.max(1, nodes))) / top;
  const svg = draw("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", "aria-label": `Nodes generated against depth, ${series.map(({ name }) => name).join("; ")}` });
  for (let power = 0; power <= top; power++) {
    const at = y(10 ** power);
    svg.append(draw("line", { class: "grid", x1: LEFT, x2: width - RIGHT, y1: at, y2: at }));
    svg.append(draw("text", { x: LEFT - 8, y: at + 4, "text-anchor": "end" }, short(10 ** power)));
  }
  const every = Math.ceil((deepest - shallowest + 1) / (width / 45));
  for (let depth = shallowest; depth <= deepest; depth += every) {
    svg.append(draw("text", { x: x(depth), y: HEIGHT - BOTTOM + 18, "text-anchor": "middle" }, String(depth)));
  }
  svg.append(draw("line", { class: "axis", x1: LEFT, x2: width - RIGHT, y1: HEIGHT - BOTTOM, y2: HEIGHT - BOTTOM }));
  svg.append(draw("text", { x: (LEFT + width - RIGHT) / 2, y: HEIGHT - 4, "text-anchor": "middle" }, "depth in plies"));
  for (const { index, points } of series) {
    svg.append(draw("polyline", { class: `l${index}`, points: points.map(([depth, nodes]) => `${x(depth).toFixed(1)},${y(nodes).toFixed(1)}`).join(" ") }));
    for (const [depth, nodes] of points) {
      const dot = mark(index, x(depth), y(nodes), 4.5);
      dot.append(draw("title", {}, `depth ${depth}: ${short(nodes)} nodes`));
      svg.append(dot);
    }
  }
  const legend = make("ul", { class: "legend" }, ...series.map(({ index, name }) => make("li", {}, swatch(index), name)));
  figure.replaceChildren(legend, svg, make("figcaption", {}, caption));
}
