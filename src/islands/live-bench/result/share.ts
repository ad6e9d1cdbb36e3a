import type { MeasuredRecord } from '../../../harness/record.ts';
import { writeRecord } from '../../../harness/write-record.ts';
import { fill, part } from '../parts.ts';
import { resultMarkdown } from '../../../report/markdown.ts';
import type { Result } from '../../../report/model.ts';

/** Copies the result as Markdown; where the browser refuses, shows it ready to be copied by hand. */
export async function copy(root: ParentNode, result: Result): Promise<void> {
  const text = resultMarkdown(result, location.href.replace(/[?#].*$/, ''));
  const field = part(root, 'markdown', HTMLTextAreaElement);
  const box = part(root, 'markdown-box', HTMLElement);
  box.hidden = true;
  if (await toClipboard(text)) {
    fill(root, { note: 'Copied.' });
    return;
  }
  box.hidden = false;
  field.value = text;
  field.focus();
  field.select();
  field.scrollTop = 0;
  fill(root, { note: 'The browser does not let this page copy. The text below is selected.' });
}

async function toClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Refused, or no secure context: the field below is the way that always works.
    return false;
  }
}

/** Offers the record as a file: `lumenize-vs-capnweb-2026-11-21-142209.json`. */
export function download(record: MeasuredRecord): void {
  const blob = new Blob([writeRecord(record)], { type: 'application/json' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = fileName(record);
  link.click();
  // Some browsers fetch the blob only after the click was handled.
  window.setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Name of a record's file, from its study and its start in UTC. */
export function fileName({
  study,
  startedAt,
}: Pick<MeasuredRecord, 'study' | 'startedAt'>): string {
  const [day = '', time = ''] = startedAt.split('T');
  return `${study}-${day}-${time.slice(0, 8).replaceAll(':', '')}.json`;
}
