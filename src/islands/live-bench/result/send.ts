/** Files, texts and links that a reader takes along of a finished run. */
import { formatDay } from '../../../numbers/format.ts';
import { asAsked } from '../../../harness/plan/index.ts';
import { type SessionRecord, writeRecord } from '../../../harness/record/index.ts';
import { recordCsv } from '../../../report/csv.ts';
import { entryFile, entryName, slugOf } from '../../../report/entry-file.ts';
import { issueUrl, resultMarkdown } from '../../../report/text.ts';
import { obstacles } from '../../../report/document.ts';
import { armNames } from '../../../report/words.ts';
import { packFinding, shareLink } from '../../../share/index.ts';
import { findStudy } from '../../../studies/index.ts';
import { fill, offerFile, part } from '../../dom.ts';
import type { Finished } from '../status.ts';
import { paragraph } from './show.ts';

interface About {
  title: string;
  /** Meaning of each line of the figure. */
  key: ReadonlyArray<{ short: string; name: string }>;
  /** Address of the page. */
  source: string;
  /** ISO 8601. */
  startedAt: string;
}

const PADDING = 20;
const LINE = 18;
/** Width of a character at 12 px, in px, on the wide side; and of the title, which is bold. */
const CHARACTER = { text: 6.6, title: 8.8 };
const FONTS = "system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', Arial, sans-serif";

/** Properties that the page’s style sheets decide, and a file must state itself. */
const styled = [
  ...['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-dasharray'],
  ...['opacity', 'font-size', 'font-weight', 'text-anchor', 'font-variant-numeric'],
] as const;

/** @param drawing the figure on the page */
function figureFile(drawing: SVGSVGElement, { title, key, source, startedAt }: About): string {
  const figure = inLight(() => resolved(drawing));
  const { width, height } = drawing.viewBox.baseVal;
  const from = `Source: ${source}, ${formatDay(startedAt)}`;
  const above = wrapped(title, Math.floor(width / CHARACTER.title));
  const below = [...key.map(({ short, name }) => `${short}: ${name}`), from].flatMap((line) =>
    wrapped(line, Math.floor(width / CHARACTER.text)),
  );
  const top = PADDING + above.length * LINE + 10;
  const under = top + height + 10;
  const [wide, tall] = [width + 2 * PADDING, under + below.length * LINE + PADDING];
  for (const [name, value] of Object.entries({ x: PADDING, y: top, width, height })) {
    figure.setAttribute(name, String(value));
  }
  const texts = (lines: readonly string[], y: number, looks: string) =>
    lines.map(
      (line, at) => `<text x="${PADDING}" y="${y + at * LINE}" ${looks}>${escaped(line)}</text>`,
    );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${tall}"`,
    `  viewBox="0 0 ${wide} ${tall}" font-family="${FONTS}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<desc>${escaped(`${drawing.ariaLabel ?? ''} ${from}`)}</desc>`,
    '<rect width="100%" height="100%" fill="#ffffff"/>',
    ...texts(above, PADDING + 12, 'font-size="14" font-weight="600" fill="#15181b"'),
    new XMLSerializer().serializeToString(figure),
    ...texts(below, under + 14, 'font-size="12" fill="#565e64"'),
    '</svg>\n',
  ].join('\n');
}

function escaped(text: string): string {
  return text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Does something while the page is light, which nobody sees: nothing is painted in between. */
function inLight<Outcome>(act: () => Outcome): Outcome {
  const { dataset } = document.documentElement;
  const theme = dataset['theme'];
  dataset['theme'] = 'light';
  try {
    return act();
  } finally {
    if (theme === undefined) delete dataset['theme'];
    else dataset['theme'] = theme;
  }
}

/** A copy in which every element says how it looks. */
function resolved(drawing: SVGSVGElement): SVGSVGElement {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const copies = [copy, ...copy.querySelectorAll('*')];
  for (const [at, original] of [drawing, ...drawing.querySelectorAll('*')].entries()) {
    const looks = getComputedStyle(original);
    const target = copies[at];
    target?.removeAttribute('class');
    target?.removeAttribute('style');
    for (const name of styled) target?.setAttribute(name, plainColor(looks.getPropertyValue(name)));
  }
  copy.removeAttribute('role');
  copy.removeAttribute('aria-label');
  return copy;
}

/** `color(srgb 0.05 0.42 0.4 / 0.16)`, which browsers alone can read, as `rgba(13, 107, 102, 0.16)`. */
export function plainColor(value: string): string {
  return value.replace(
    /^color\(srgb (.+?) (.+?) (.+?)(?: \/ (.+))?\)$/,
    (_, ...parts: string[]) => {
      const channels = parts.slice(0, 3).map((part) => Math.round(Number(part) * 255));
      return `rgba(${channels.join(', ')}, ${parts[3] ?? 1})`;
    },
  );
}

/** Words in lines of at most so many characters. */
export function wrapped(text: string, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`;
    if (lines.length > 0 && longer.length <= most) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Fills the part of the panel that says how to propose the run, and goes there. */
function showProposal(panel: ParentNode, { record, result }: Finished): void {
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

/** Address of the study’s page: what a result is of, wherever it was taken. */
const sourceOf = ({ study }: SessionRecord) => `${location.origin}/studies/${study}/`;

const linkTo = async ({ result }: Finished): Promise<string> =>
  shareLink(location.origin, await packFinding(result.finding));

/** Says whether a result is kept, and fills in the link for reports. */
export async function offer(root: ParentNode, finished: Finished): Promise<void> {
  const panel = part(root, 'send', HTMLElement);
  part(panel, 'by-hand-box', HTMLElement).hidden = true;
  part(panel, 'entry', HTMLElement).hidden = true;
  fill(panel, { sent: '', kept: (await finished.kept).said });
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
  const save = (extension: keyof typeof types, text: string) =>
    offerFile(new Blob([text], { type: types[extension] }), fileName(record, extension));
  switch (way) {
    case 'link':
      return copyText(panel, await linkTo(finished), root);
    case 'copy':
      return copyText(panel, resultMarkdown(result, sourceOf(record)));
    case 'download':
    case 'entry-download':
      return save('json', writeRecord(record));
    case 'csv':
      return save(
        'csv',
        recordCsv(record, armNames(asAsked(findStudy(record.study), record.plan))),
      );
    case 'svg': {
      const drawing = part(root, 'beside-drawing', HTMLElement).querySelector('svg');
      if (drawing === null) throw new Error('the result has no figure');
      const { figure, key } = result.first;
      const { startedAt } = record;
      const about = { title: figure.title, key, source: sourceOf(record), startedAt };
      return save('svg', figureFile(drawing, about));
    }
    case 'propose':
      return showProposal(panel, finished);
    case 'entry-copy':
      return copyText(panel, part(panel, 'entry-text', HTMLTextAreaElement).value);
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

const types = { json: 'application/json', csv: 'text/csv', svg: 'image/svg+xml' };

/** Name of a file, from the study and the start in UTC: `lumenize-vs-capnweb-2026-11-21-142209.json`. */
export function fileName(
  { study, startedAt }: Pick<SessionRecord, 'study' | 'startedAt'>,
  extension: string,
): string {
  const [day = '', time = ''] = startedAt.split('T');
  return `${study}-${day}-${time.slice(0, 8).replaceAll(':', '')}.${extension}`;
}
