// Settings in the page's address, behind the #: the view, then its settings as in a query. They are text from anywhere, so they
// are only ever compared, shown as text, or given to the module, which reads or refuses them.

const VIEWS = ["play", "search", "same"];

/** The longest text of a setting. */
const LONGEST = 3000;

/** Reads an address's hash. `wrong` says what is not understood. */
export function read(hash) {
  const [view, query = ""] = hash.replace(/^#/, "").split(/\?(.*)/s);
  const settings = new URLSearchParams(query);
  let wrong = null;
  if (view !== "" && !VIEWS.includes(view)) {
    wrong = `The link asks for a view that there is not, “${view.slice(0, 60)}”: here is the first one.`;
  }
  if ([...settings.values()].some((text) => text.length > LONGEST)) {
    wrong = `A setting of the link is longer than ${LONGEST} characters, so the link is not used.`;
    return { view: VIEWS.includes(view) ? view : "play", settings: new URLSearchParams(), wrong };
  }
  return { view: VIEWS.includes(view) ? view : "play", settings, wrong };
}

/** Writes settings into the address, without a new entry in the history. */
export function write(view, settings) {
  const query = new URLSearchParams(Object.entries(settings).flatMap(([key, value]) => (
    (Array.isArray(value) ? value : [value]).filter((text) => text !== "" && text !== null).map((text) => [key, text])
  ))).toString();
  history.replaceState(null, "", `#${view}${query ? `?${query}` : ""}`);
}

/** A whole number of a setting within limits; null if it is none. */
export function number(settings, key, least, most) {
  const text = settings.get(key);
  if (text === null || !/^\d{1,10}$/.test(text)) return null;
  const value = Number(text);
  return value >= least && value <= most ? value : null;
}
