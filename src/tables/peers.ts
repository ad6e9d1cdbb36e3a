/** How often ways of comparing two libraries are right, where the truth is known. */
import { median } from 'simple-statistics';
import type { PeersFound } from '../collections/records.ts';
import { formatNumber, formatPercent, formatSpan, NONE } from '../numbers/format.ts';
import { column, type Table, tableOf } from './table.ts';

/** A way of comparing, and when it calls two libraries different. */
interface PeerJudge {
  name: string;
  rule: string;
  /** Its package. */
  tool?: string;
}

const judges: Readonly<Record<string, PeerJudge>> = {
  loop: { name: 'A loop', rule: 'The smaller mean wins.' },
  'best-of-three': { name: 'Best of three', rule: 'The smaller of the fastest tries wins.' },
  tinybench: {
    ...{ name: 'tinybench', tool: 'tinybench' },
    rule: 'Different where its averages, each ± its margin, lie apart.',
  },
  mitata: {
    ...{ name: 'mitata, its summary', tool: 'mitata' },
    rule: 'Different unless it prints “1x faster”; for a time of its own.',
  },
  'mitata-measure': {
    ...{ name: 'mitata, measure()', tool: 'mitata' },
    rule: 'Read as its summary is; for the same time as the others.',
  },
  harness: { name: 'Roundtrip', rule: 'Its verdict: slower, faster, or neither.' },
};

type Said = PeersFound['said'][number];

/** Everything that one of them said: of identical libraries, and where one was slowed. */
interface PeerRow extends PeerJudge {
  same: Said[];
  slowed: Said[];
}

function peerRows(said: readonly Said[]): PeerRow[] {
  return Object.entries(judges).flatMap(([id, judge]) => {
    const own = said.filter((each) => each.judge === id);
    const [same, slowed] = [own.filter((one) => !one.slowed), own.filter((one) => one.slowed)];
    return own.length === 0 ? [] : [{ ...judge, same, slowed }];
  });
}

const countOf = (said: readonly Said[], verdict: Said['verdict']): number =>
  said.filter((each) => each.verdict === verdict).length;

const ratiosOf = (said: readonly Said[]): string =>
  said.length === 0
    ? NONE
    : `${formatSpan(
        said.map(({ ratio }) => ratio),
        (value) => formatNumber(value, 3),
      )}×`;

/** What each way said, the one that was right most often first. */
export function peersTable({ said, slowedBy, versions }: PeersFound): Table {
  const rightOf = ({ same, slowed }: PeerRow): number =>
    countOf(same, 'same') + countOf(slowed, 'slower');
  const by = formatPercent(slowedBy);
  const rows = peerRows(said).toSorted((one, other) => rightOf(other) - rightOf(one));
  return tableOf(rows, {
    caption: 'Two identical libraries, and one that is slower, as each way judges them',
    columns: [
      column('text', 'Judged by', ({ name, rule, tool = '' }) => ({
        text: [name, versions[tool]].filter(Boolean).join(' '),
        note: rule,
      })),
      column(
        'number',
        'Right answers',
        (row) => `${rightOf(row)} of ${row.same.length + row.slowed.length}`,
      ),
      column(
        'number',
        'Identical, called different',
        ({ same }) => `${same.length - countOf(same, 'same')} of ${same.length}`,
      ),
      column(
        'number',
        `${by} slower, found`,
        ({ slowed }) => `${countOf(slowed, 'slower')} of ${slowed.length}`,
      ),
      column('number', 'Ratios, identical', ({ same }) => ratiosOf(same)),
      column('number', `Ratios, ${by} slower`, ({ slowed }) => ratiosOf(slowed)),
    ],
  });
}

/** The newest results that were recorded. @throws Error where there are none */
export function peersIn(
  files: ReadonlyArray<{ data: { layout?: string | undefined } | PeersFound }>,
): PeersFound {
  const found = files.map(({ data }) => data).find((data) => data.layout === 'peers');
  if (found !== undefined) return found as PeersFound;
  throw new Error('content/calibration: got no file of peers, expected one');
}

/** Part of a call by which the slowed library was really slowed, the median by the clock. */
export function addedPart(said: readonly Said[]): string {
  return formatPercent(median(said.filter(({ slowed }) => slowed).map(({ added }) => added)), 1);
}
