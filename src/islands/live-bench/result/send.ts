/** What a reader takes along of a finished run, and where they can bring it. */
import { type SessionRecord, writeRecord } from '../../../harness/record/index.ts';
import { recordCsv } from '../../../report/csv.ts';
import { issueUrl } from '../../../report/issue.ts';
import { resultMarkdown } from '../../../report/markdown.ts';
import { armNames } from '../../../report/words.ts';
import { packFinding, shareLink } from '../../../share/index.ts';
import { findStudy } from '../../../studies/index.ts';
import { fill, offerFile, part } from '../../dom.ts';
import type { Finished } from '../status.ts';
import { figureFile } from './figure-file.ts';
import { showProposal, textOfProposal } from './proposal.ts';

/** Address of the study’s page: what a result is of, wherever it was taken. */
const sourceOf = ({ study }: SessionRecord) => `${location.origin}/studies/${study}/`;

const linkTo = async ({ result }: Finished): Promise<string> =>
  shareLink(location.origin, await packFinding(result.finding));

/** Says whether a result is kept, and fills in the link for reports. */
export async function offer(root: ParentNode, finished: Finished): Promise<void> {
  const panel = part(root, 'send', HTMLElement);
  part(panel, 'by-hand-box', HTMLElement).hidden = true;
  part(panel, 'entry', HTMLElement).hidden = true;
  fill(panel, { sent: '', kept: await finished.kept });
  const repository = panel.dataset['repository'];
  if (repository === undefined) return;
  const { first, title } = finished.result;
  const [answer] = first.answers;
  part(panel, 'report', HTMLAnchorElement).href = issueUrl(
    repository,
    `Number: ${answer?.sentence ?? title}`,
    {
      page: location.href.replace(/[?#].*$/, ''),
      number: answer?.sentence ?? '',
      result: await linkTo(finished),
    },
  );
}

/** Does what a button is for. @param way its name as a part */
export async function send(root: ParentNode, way: string, finished: Finished): Promise<void> {
  const panel = part(root, 'send', HTMLElement);
  const { record, result } = finished;
  switch (way) {
    case 'link':
      return copyText(panel, await linkTo(finished), root);
    case 'copy':
      return copyText(panel, resultMarkdown(result, sourceOf(record)));
    case 'download':
    case 'entry-download':
      return offerText(writeRecord(record), 'application/json', fileName(record, 'json'));
    case 'csv':
      return offerText(
        recordCsv(record, armNames(findStudy(record.study))),
        'text/csv',
        fileName(record, 'csv'),
      );
    case 'svg': {
      const drawing = part(root, 'beside-drawing', HTMLElement).querySelector('svg');
      if (drawing === null) throw new Error('the result has no figure');
      const { figure, key } = result.first;
      const about = {
        title: figure.title,
        key,
        source: sourceOf(record),
        startedAt: record.startedAt,
      };
      return offerText(figureFile(drawing, about), 'image/svg+xml', fileName(record, 'svg'));
    }
    case 'propose':
      return showProposal(panel, finished);
    case 'entry-copy':
      return copyText(panel, textOfProposal(panel));
    default:
      throw new RangeError(`button: got "${way}", expected a way of sending`);
  }
}

/**
 * Copies a text; where the browser refuses, shows it ready to be copied by hand.
 *
 * @param beside where else it is told, for a button outside the panel
 */
async function copyText(panel: HTMLElement, text: string, beside?: ParentNode): Promise<void> {
  const tell = (sent: string) => {
    fill(panel, { sent });
    if (beside) fill(beside, { note: sent });
  };
  const field = part(panel, 'by-hand', HTMLTextAreaElement);
  const box = part(panel, 'by-hand-box', HTMLElement);
  box.hidden = true;
  try {
    await navigator.clipboard.writeText(text);
    return tell('Copied.');
  } catch {
    // Refused, or no secure context: the field below is the way that always works.
  }
  box.hidden = false;
  // The field is of no use in a closed fold.
  const fold = box.closest('details');
  if (fold) fold.open = true;
  field.value = text;
  field.focus();
  field.select();
  field.scrollTop = 0;
  tell('The browser does not let this page copy. The text below is selected.');
}

function offerText(text: string, type: string, name: string): void {
  offerFile(new Blob([text], { type }), name);
}

/** Name of a file, from the study and the start in UTC: `lumenize-vs-capnweb-2026-11-21-142209.json`. */
export function fileName(
  { study, startedAt }: Pick<SessionRecord, 'study' | 'startedAt'>,
  extension: string,
): string {
  const [day = '', time = ''] = startedAt.split('T');
  return `${study}-${day}-${time.slice(0, 8).replaceAll(':', '')}.${extension}`;
}
