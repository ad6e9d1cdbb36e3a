/** A run as an entry of the journal: the text of its file, and where the files go. */
import { entryFile, entryName, slugOf } from '../../../report/entry-file.ts';
import { obstacles } from '../../../report/obstacles.ts';
import { fill, part } from '../../dom.ts';
import type { Finished } from '../status.ts';
import { paragraph } from './parts.ts';

/** Fills the part of the panel that says how to propose the run, and goes there. */
export function showProposal(panel: ParentNode, { record, result }: Finished): void {
  const box = part(panel, 'entry', HTMLElement);
  const title = `${result.title}, from ${record.environment.runtime}`;
  const name = entryName([record], slugOf(title));
  const found = obstacles(record).map(({ what }) => what);
  paragraph(
    box,
    'obstacles',
    found.length === 0 ? undefined : `A journal may refuse this record: ${found.join('; ')}.`,
  );
  fill(box, {
    'record-path': `content/records/${record.study}/${name}.json`,
    'entry-path': `content/entries/${record.study}/${name}.mdx`,
  });
  const field = part(box, 'entry-text', HTMLTextAreaElement);
  field.value = entryFile([record], {
    title,
    description: result.first.answers[0]?.sentence ?? title,
    place: Number(box.dataset['place']),
    records: [`${record.study}/${name}`],
  });
  box.hidden = false;
  field.scrollTop = 0;
  box.scrollIntoView({ block: 'nearest' });
}

/** The text of the entry’s file. */
export function textOfProposal(panel: ParentNode): string {
  return part(panel, 'entry-text', HTMLTextAreaElement).value;
}
