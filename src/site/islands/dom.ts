/** Finding the server-rendered parts of an element, and changing what they show. */

/**
 * The part of this name, `data-part="…"`, inside the root.
 *
 * @throws TypeError naming the part when the markup lacks it or it is of another kind
 */
export function part<Kind extends Element>(
  root: ParentNode,
  name: string,
  kind: new () => Kind,
): Kind {
  const found = root.querySelector(`[data-part="${name}"]`);
  if (found instanceof kind) return found;
  throw new TypeError(`part "${name}": got ${found?.tagName ?? 'none'}, expected a ${kind.name}`);
}

/** A copy of the only element of a template. */
export function clone(root: ParentNode, template: string): HTMLElement {
  const { content } = part(root, template, HTMLTemplateElement);
  const copy = document.importNode(content, true).firstElementChild;
  if (copy instanceof HTMLElement) return copy;
  throw new TypeError(`template "${template}": got no element, expected one`);
}

/** Sets the text of each `data-slot` by its name. */
export function fill(root: ParentNode, texts: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(texts)) {
    const slot = root.querySelector(`[data-slot="${name}"]`);
    if (slot === null) throw new TypeError(`slot "${name}": got none, expected one`);
    // A number and its sign stay on one line.
    slot.textContent = text.replaceAll(/(\d) %/g, '$1\u00a0%');
  }
}

/** Copies a text. @returns what became of it: `copied`, or why not: browsers may refuse, or ask for TLS */
export async function copyText(text: string, copied: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return copied;
  } catch {
    return 'This browser does not let the page copy.';
  }
}

/** Fetches a file with a table as HTML. @throws Error with a sentence for the reader */
export async function fetchTable<Shown extends { table: string }>(address: string): Promise<Shown> {
  const response = await fetch(address);
  if (response.ok) return (await response.json()) as Shown;
  throw new Error(`the table: got HTTP ${response.status}, expected 200`);
}

/** Puts an element into a state: each part that names the state in which it shows is hidden in others. */
export function showState(root: HTMLElement, state: string): void {
  root.dataset['state'] = state;
  for (const section of root.querySelectorAll<HTMLElement>('[data-show]')) {
    section.hidden = section.dataset['show'] !== state;
  }
}

/** Marks the tables that need no scroll box at their width: the heads of those can stay in sight. */
export function markFitting(root: ParentNode): void {
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const box = target.parentElement;
      box?.classList.toggle('rt-fits', box.scrollWidth <= box.clientWidth);
    }
  });
  for (const table of root.querySelectorAll('.rt-data > table')) observer.observe(table);
}

/** Longest wait for a frame, in ms: a page that is hidden meanwhile gets none. */
const FRAME_MS = 500;

/**
 * Makes a change in the next animation frame and resolves once it has been painted; soon where the
 * page is hidden and nothing is painted.
 */
export async function inFrame(change: () => void = () => undefined): Promise<void> {
  await new Promise<void>((resolve) => {
    const frame = window.requestAnimationFrame(() => {
      window.clearTimeout(late);
      resolve();
    });
    const waitMs = document.visibilityState === 'hidden' ? 0 : FRAME_MS;
    const late = window.setTimeout(() => {
      window.cancelAnimationFrame(frame);
      resolve();
    }, waitMs);
  });
  change();
  // A task queued in a frame runs after that frame was painted.
  await new Promise((resolve) => window.setTimeout(resolve, 0));
}
