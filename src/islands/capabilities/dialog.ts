import { wireSections } from './probes.ts';

/**
 * Opens a probe beside the matrix. Its section stands on the page of its group, which the cell
 * links to: without JavaScript, or where it cannot be fetched, the reader goes there.
 */
export class ProbeDialog {
  readonly #dialog: HTMLDialogElement;
  readonly #origin: string;

  constructor(dialog: HTMLDialogElement, origin: string) {
    this.#dialog = dialog;
    this.#origin = origin;
  }

  /** Opens for every link to a probe inside an element. */
  listen(root: HTMLElement): void {
    root.addEventListener('click', (event) => {
      const { target } = event;
      if (!(target instanceof Element) || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const link = target.closest<HTMLAnchorElement>('tr[data-probe] a');
      if (link === null) return;
      event.preventDefault();
      void this.#open(link);
    });
    this.#dialog
      .querySelector('[data-part="close"]')
      ?.addEventListener('click', () => this.#dialog.close());
  }

  async #open(link: HTMLAnchorElement): Promise<void> {
    const { hash, href } = link;
    const [probe = '', system] = hash.slice(1).split('--');
    const section = await fetchSection(href, probe);
    const body = this.#dialog.querySelector('[data-part="dialog-body"]');
    if (section === null || body === null) {
      location.assign(href);
      return;
    }
    body.replaceChildren(section);
    wireSections(body, this.#origin);
    this.#dialog.setAttribute('aria-label', section.querySelector('h2')?.textContent ?? probe);
    if (system !== undefined) {
      section.querySelector(`[data-system="${system}"]`)?.setAttribute('data-asked', '');
      const code = section.querySelector(`details[data-systems~="${system}"]`);
      code?.setAttribute('open', '');
    }
    this.#dialog.showModal();
  }
}

async function fetchSection(address: string, probe: string): Promise<HTMLElement | null> {
  try {
    const response = await fetch(address);
    if (!response.ok) return null;
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const section = page.getElementById(probe);
    if (section === null) return null;
    // The same ids must not stand twice where the section already is on this page.
    for (const each of section.querySelectorAll('[id]')) each.removeAttribute('id');
    section.removeAttribute('id');
    section.removeAttribute('aria-labelledby');
    return document.adoptNode(section);
  } catch {
    return null;
  }
}
