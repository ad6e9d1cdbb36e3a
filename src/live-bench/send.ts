/** Links and files that a reader takes along of a result. */
import { part } from '../islands/dom.ts';

export { offerFile } from '../islands/dom.ts';

/**
 * Copies a text; where the browser refuses, shows it ready to be copied by hand.
 *
 * @returns what became of it, in a sentence
 */
export async function copyText(root: ParentNode, text: string): Promise<string> {
  const field = part(root, 'by-hand', HTMLInputElement);
  const box = part(root, 'by-hand-box', HTMLElement);
  box.hidden = true;
  try {
    await navigator.clipboard.writeText(text);
    return 'Link copied. It holds the result itself; nothing is kept on a server.';
  } catch {
    // Refused, or no secure context: the field below is the way that always works.
  }
  box.hidden = false;
  field.value = text;
  field.focus();
  field.select();
  return 'The browser does not let this page copy. The link below is selected.';
}

/** Name of a file, from the study and the start in UTC: `lumenize-vs-capnweb-2026-11-21-142209.json`. */
export function fileName({ study, startedAt }: { study: string; startedAt: string }): string {
  const [day = '', time = ''] = startedAt.split('T');
  return `${study}-${day}-${time.slice(0, 8).replaceAll(':', '')}.json`;
}
