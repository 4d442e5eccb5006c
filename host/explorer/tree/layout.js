// Where the nodes of a tree stand: whole trees if they are small, a window around one node of large ones.

/** A tree of at most so many nodes is drawn whole. */
export const MOST_DRAWN = 260;

/** Siblings that a window of a large tree shows on the current path. */
const MOST_SIBLINGS = 9;

/** The children of a node that are drawn: all, or in a large tree those around `kept`. */
function around(node, kept, most) {
  const children = node.children;
  if (children.length <= most) { return children; }
  const place = Math.max(0, kept ? children.indexOf(kept) : 0);
  const first = Math.max(0, Math.min(place - Math.floor(most / 2), children.length - most));
  return children.slice(first, first + most);
}

/** The nodes to draw, as a map from node to its drawn children. */
function visible(shape, focus) {
  const shown = new Map();
  if (shape.nodes.length <= MOST_DRAWN) {
    for (const node of shape.nodes) { shown.set(node, node.children); }
    return shown;
  }
  const path = [];
  for (let at = focus; at !== null; at = at.parent) { path.unshift(at); }
  let count = 1;
  path.forEach((node, index) => {
    const children = around(node, path[index + 1], MOST_SIBLINGS);
    shown.set(node, children);
    count += children.length;
  });
  // Below the node and its parent, level by level, as much as there is room for.
  const queue = path.slice(-2).reverse();
  while (queue.length > 0 && count < MOST_DRAWN / 2) {
    const node = queue.shift();
    if (!shown.has(node)) {
      const children = around(node, null, 5);
      shown.set(node, children);
      count += children.length;
    }
    queue.push(...shown.get(node));
  }
  return shown;
}

/**
 * Places nodes: leaves side by side, parents above the middle of their children. Returns `places` (a map from node to `x` and `y` in
 * units of a leaf and a ply), `hidden` (how many children of a node are not drawn), `gap` (the smallest distance of two nodes of a ply
 * that have children), `label` (characters of the longest name), `width` and `height`.
 */
export function layout(shape, focus) {
  const shown = visible(shape, focus);
  const places = new Map();
  const hidden = new Map();
  let next = 0;
  let height = 0;
  let gap = Infinity;
  let label = 1;
  const last = [];
  // Without recursion: lines of some games are long.
  const stack = [[shape.root, 0]];
  while (stack.length > 0) {
    const top = stack[stack.length - 1];
    const [node, visited] = top;
    const children = shown.get(node) || [];
    if (visited < children.length) {
      top[1] += 1;
      stack.push([children[visited], 0]);
      continue;
    }
    stack.pop();
    const y = node.ply;
    label = Math.max(label, Math.min(10, (node.name || node.move).length));
    height = Math.max(height, y);
    if (children.length === 0) {
      places.set(node, { x: next, y: y });
      next += 1;
    } else {
      const x = (places.get(children[0]).x + places.get(children[children.length - 1]).x) / 2;
      places.set(node, { x: x, y: y });
      if (y in last) { gap = Math.min(gap, x - last[y]); }
      last[y] = x;
    }
    if (children.length < node.children.length) { hidden.set(node, node.children.length - children.length); }
  }
  return { places: places, hidden: hidden, gap: gap, label: label, width: Math.max(1, next), height: height };
}
