// Elements of a page.

/** Makes an element in another. */
export function make(name, parent, properties) {
  const made = Object.assign(document.createElement(name), properties);
  parent.append(made);
  return made;
}
