import { part } from '../dom.ts';
import { showDetail, wireSections } from './probes.ts';
import type { Here } from './row.ts';

/**
 * Opens a probe beside the matrix. Its section stands on the page of its group, which the cell
 * links to: without JavaScript, or where it cannot be fetched, the reader goes there.
 */
export function wireDialog(root: HTMLElement, origin: string, here: Here): void {
  const dialog = part(root, 'dialog', HTMLDialogElement);
  const body = part(dialog, 'dialog-body', HTMLElement);
  const open = async ({ hash, href }: HTMLAnchorElement) => {
    const [probe = '', system] = hash.slice(1).split('--');
    const section = await fetchSection(href, probe);
    if (section === null) return location.assign(href);
    body.replaceChildren(section);
    wireSections(body, origin);
    for (const result of here.of(probe)) showDetail(section, result);
    dialog.setAttribute('aria-label', section.querySelector('h2')?.textContent ?? probe);
    if (system !== undefined) {
      section.querySelector(`[data-system="${system}"]`)?.setAttribute('data-asked', '');
      const code = section.querySelector(`details[data-systems~="${system}"]`);
      code?.setAttribute('open', '');
    }
    dialog.showModal();
  };
  root.addEventListener('click', (event) => {
    const { target } = event;
    if (!(target instanceof Element) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const link = target.closest<HTMLAnchorElement>('tr[data-probe] a');
    if (link === null) return;
    event.preventDefault();
    void open(link);
  });
  part(dialog, 'close', HTMLElement).addEventListener('click', () => dialog.close());
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
    // When and with what: on its page once for all.
    section.append(part(page, 'recorded', HTMLElement));
    return document.adoptNode(section);
  } catch {
    return null;
  }
}
