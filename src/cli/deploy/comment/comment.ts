/** Differences as the one comment of a pull request. */
import { markdownTable } from '../../../report/table.ts';
import type { Differences } from './differences.ts';

/** By this line the comment is found again and updated in place. */
export const MARK = '<!-- roundtrip-preview -->';
/** GitHub takes 65,536 characters. */
const LONGEST = 60_000;
/** Rows of a kind that stand in the comment; the others are counted. */
const MOST_ROWS = 40;

/** Facts of the pull request besides what differs. */
export interface Around {
  /** Origin of the preview; undefined where it is not deployed. */
  address?: string | undefined;
  /** How to serve the artifact, for a pull request whose preview is not deployed. */
  serve?: string | undefined;
  /** The result of the A/B job, where arms changed and it ran. */
  compared?: Compared | undefined;
}

/** The fields of a comparison’s `--json` that are told. */
export interface Compared {
  rounds: number;
  doubts: readonly string[];
  rows: readonly unknown[];
  slower: ReadonlyArray<{ arm: string; workload: string }>;
}

/** The text of the comment, in Markdown. Texts that come from the revision are shown as plain text. */
export function commentText(found: Differences, around: Around): string {
  const sections = [
    MARK,
    '## Preview',
    where(found, around),
    pages(found, around.address),
    records(found),
    changes('Claims', found.claims, ({ entry, text, was, is }) => [entry, text, was, is], [
      'Entry',
      'Claim',
    ]),
    changes('Probes', found.probes, ({ probe, system, was, is }) => [probe, system, was, is], [
      'Probe',
      'System',
    ]),
    changes('Sentences', found.sentences, ({ entry, was, is }) => [entry, was, is], ['Entry']),
    weights(found),
    arms(found, around.compared),
  ].filter((section) => section !== '');
  const whole = sections.join('\n\n');
  if (whole.length <= LONGEST) return `${whole}\n`;
  // Whole sections: a table that ends within a cell is none.
  const kept: string[] = [];
  for (const section of sections) {
    if (kept.join('\n\n').length + section.length > LONGEST - 200) break;
    kept.push(section);
  }
  return `${[...kept, 'The rest is too long for a comment: the artifact holds it.'].join('\n\n')}\n`;
}

function where({ base, head }: Differences, { address, serve }: Around): string {
  const revisions = `\`${head.slice(0, 10)}\` against \`${base.slice(0, 10)}\`.`;
  if (address !== undefined) {
    return `${address}, with a bench of its own. Records taken there cannot be published. ${revisions}`;
  }
  return serve === undefined
    ? revisions
    : `Not deployed; to look at it: \`${serve}\`. ${revisions}`;
}

const CHANGES = { new: 'new', text: 'text', markup: 'markup only', gone: 'gone' } as const;

function pages({ pages: found }: Differences, address: string | undefined): string {
  if (found.length === 0) return '**Pages**: none changed.';
  const link = (path: string) =>
    address === undefined ? `\`${path}\`` : `[${path}](${address}${path})`;
  return table(
    `Pages (${found.length})`,
    ['Page', 'Title', 'Change'],
    found.map(({ path, title, change }) => [
      change === 'gone' ? `\`${path}\`` : link(path),
      plain(title),
      CHANGES[change],
    ]),
  );
}

function records({ records: found }: Differences): string {
  if (found.length === 0) return '';
  const rows = found.flatMap(({ record, ratios }) =>
    ratios.length === 0
      ? [[plain(record), '', '', '', 'no ratios']]
      : ratios.map(({ workload, arm, reference, ratio, low, high, verdict = 'no verdict' }) => [
          plain(record),
          plain(workload),
          `${plain(arm)} ÷ ${plain(reference)}`,
          low === undefined || high === undefined
            ? ratio.toFixed(2)
            : `${ratio.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`,
          plain(verdict),
        ]),
  );
  return table(
    `New records (${found.length})`,
    ['Record', 'Workload', 'Arms', 'Time, ratio', 'Verdict'],
    rows,
  );
}

function changes<Item>(
  title: string,
  items: readonly Item[],
  cells: (item: Item) => ReadonlyArray<string | null>,
  head: readonly string[],
): string {
  if (items.length === 0) return '';
  const rows = items.map((item) => cells(item).map((cell) => (cell === null ? '–' : plain(cell))));
  return table(`${title} (${items.length})`, [...head, 'Was', 'Is'], rows);
}

function weights({ weight, weights: found }: Differences): string {
  const all = `**Weight** of the ${weight.pages} pages that both have, compressed: ${kb(weight.is)} kB, ${signed(weight.is - weight.was)} kB.`;
  if (found.length === 0) return all;
  const rows = found.map(({ path, was, is }) => [`\`${path}\``, kb(was), kb(is), signed(is - was)]);
  return `${all}\n\n${table(`Pages whose weight differs (${found.length})`, ['Page', 'Was, kB', 'Is, kB', 'Difference'], rows)}`;
}

function arms({ arms: files }: Differences, compared: Around['compared']): string {
  if (files.length === 0) return '**Arms**: the Workers and what runs them are the same.';
  const what = `**Arms** changed (${files
    .slice(0, 5)
    .map(plain)
    .join(', ')}${files.length > 5 ? ` and ${files.length - 5} more` : ''}).`;
  if (compared === undefined) return `${what} The A/B job has not reported.`;
  const { rows, slower, rounds, doubts } = compared;
  const verdict =
    slower.length === 0
      ? `nothing is decided slower, in ${rounds} rounds of ${rows.length} comparisons`
      : `decided slower: ${slower.map(({ arm, workload }) => `${plain(arm)} in ${plain(workload)}`).join(', ')}`;
  return [`${what} A/B: ${verdict}.`, ...doubts.map(plain)].join(' ');
}

function table(
  title: string,
  head: readonly string[],
  rows: ReadonlyArray<readonly string[]>,
): string {
  const kept = rows.slice(0, MOST_ROWS);
  const more = rows.length - kept.length;
  return [
    `<details${rows.length > 8 ? '' : ' open'}><summary><b>${title}</b></summary>`,
    '',
    markdownTable(
      head.map((label) => ({ label })),
      kept,
    ),
    ...(more > 0 ? ['', `… and ${more} more.`] : []),
    '',
    '</details>',
  ].join('\n');
}

/** Characters that are not seen, among them those that turn the order of others around. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\s]+/gu;
/**
 * Where GitHub would make something of the text that is left when Markdown has been read: a mention, an
 * issue, an address, or the picture of an emoji. A character that joins words, and is not seen, is put there.
 */
const MEANT = /(?<=[@#])|(?<=:)(?=[\w/+-])|(?<=www)(?=\.)|(?<=gh-)(?=\d)/gi;

/** Text as plain text: no mark-up, no link, no picture, and nobody is called by it. */
function plain(text: string): string {
  return text
    .replaceAll(UNSEEN, ' ')
    .trim()
    .replaceAll(MEANT, '\u2060')
    .replaceAll(/[!#$&()*+:<=>@[\]^_`{|}~\\]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function kb(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}

function signed(bytes: number): string {
  return `${bytes > 0 ? '+' : bytes < 0 ? '−' : '±'}${kb(Math.abs(bytes))}`;
}
