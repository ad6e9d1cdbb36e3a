/** How often ways of comparing two arms are right, where it is known: what each said, summed up. */
import { median } from 'simple-statistics';
import type { PeersFound } from '../collections/records.ts';
import {
  formatCount,
  formatNumber,
  formatPercent,
  formatRatio,
  formatSpan,
  NONE,
} from '../numbers/format.ts';
import { numeric, type Table, tableOf, worded } from './view.ts';

/** A way of comparing, and how it is told whether it calls two arms different. */
interface PeerJudge {
  name: string;
  rule: string;
  /** Its package. */
  tool?: string;
  /** What of it judges. */
  by?: string;
}

/** The ways, by their ids. */
const peerJudges: Readonly<Record<string, PeerJudge>> = {
  loop: { name: 'A loop', rule: 'the smaller mean wins' },
  'best-of-three': { name: 'Best of three', rule: 'the fastest try of each; the smaller wins' },
  tinybench: {
    ...{ name: 'tinybench', tool: 'tinybench' },
    rule: 'different where its averages, each ± its margin, lie apart',
  },
  mitata: {
    ...{ name: 'mitata', tool: 'mitata', by: 'its summary' },
    rule: 'different unless it prints “1x faster”; for a time of its own',
  },
  'mitata-measure': {
    ...{ name: 'mitata', tool: 'mitata', by: 'measure()' },
    rule: 'for the same time, read as its summary is',
  },
  harness: { name: 'Roundtrip', rule: 'its verdict: slower, faster, or neither' },
};

type Said = PeersFound['said'][number];

/** What one of them said in all. */
interface PeerRow {
  judge: string;
  /** Times that it was asked about each pair. */
  times: number;
  /** Of identical arms, times that it called them different. */
  different: number;
  /** Of a slowed arm, times that it called it slower, and faster. */
  found: number;
  reversed: number;
  /** Its ratios of identical arms, and of a slowed one. */
  same: number[];
  slower: number[];
  /** Medians: how far off it says that it may be, the time it took in ms, and calls of both arms. */
  within: number | undefined;
  tookMs: number;
  calls: number;
}

/** A row for each way that was asked. */
function peerRows(said: readonly Said[]): PeerRow[] {
  const asked = Object.keys(peerJudges).filter((id) => said.some(({ judge }) => judge === id));
  return asked.map((judge) => {
    const own = said.filter((each) => each.judge === judge);
    const [same, slower] = [
      own.filter(({ slowed }) => !slowed),
      own.filter(({ slowed }) => slowed),
    ];
    const verdicts = (of: readonly Said[], verdict: Said['verdict']) =>
      of.filter((each) => each.verdict === verdict).length;
    const within = own.flatMap((each) => each.within ?? []);
    return {
      judge,
      times: same.length,
      different: same.length - verdicts(same, 'same'),
      found: verdicts(slower, 'slower'),
      reversed: verdicts(slower, 'faster'),
      same: same.map(({ ratio }) => ratio),
      slower: slower.map(({ ratio }) => ratio),
      within: within.length === 0 ? undefined : median(within),
      tookMs: median(own.map(({ tookMs }) => tookMs)),
      calls: median(own.map(({ calls }) => calls)),
    };
  });
}

const ratios = (values: readonly number[]) =>
  values.length === 0 ? NONE : `${formatSpan(values, (value) => formatNumber(value, 3))}×`;

/** What it is called, with its version where it has one of its own. */
function nameOf({ judge }: PeerRow, versions: PeersFound['versions']): string {
  const { name = judge, tool = '', by } = peerJudges[judge] ?? {};
  const versioned = [name, versions[tool]].filter(Boolean).join(' ');
  return by === undefined ? versioned : `${versioned}, ${by}`;
}

/** The time that it took, and the calls of both arms in it. */
const spentText = ({ tookMs, calls }: PeerRow) =>
  `${formatNumber(tookMs / 1000, 1)} s, ${formatCount(Math.round(calls / 100) * 100)} calls`;

/** The same rows as a table. */
export function peersTable({ said, slowedBy, versions }: PeersFound): Table {
  const percent = formatPercent(slowedBy);
  return tableOf(peerRows(said), {
    caption: 'Two identical arms, and one that is slower, as each way judges them',
    columns: [
      worded('Judged by', (row) => ({
        text: nameOf(row, versions),
        note: `${peerJudges[row.judge]?.rule ?? ''}\n${spentText(row)}`,
      })),
      numeric(
        'Identical arms called different',
        ({ different, times }) => `${different} of ${times}`,
      ),
      numeric(`${percent} slower, found`, ({ found, reversed, times }) => ({
        text: `${found} of ${times}`,
        ...(reversed > 0 && { note: `called faster: ${reversed}` }),
      })),
      numeric('Its ratio of identical arms', ({ same }) => ratios(same), {
        note: 'lowest to highest',
      }),
      numeric(`Its ratio, ${percent} slower`, ({ slower }) => ratios(slower), {
        note: 'lowest to highest',
      }),
      numeric(
        'It says ±',
        ({ within }) => (within === undefined ? 'nothing' : formatPercent(within, 1)),
        { note: 'median' },
      ),
    ],
  });
}

/** How many of their answers were right, most first: “same” of identical arms, “slower” of a slowed one. */
export function rightText({ said, versions }: PeersFound): string {
  const rows = peerRows(said).map((row) => ({
    name: nameOf(row, versions),
    right: row.times - row.different + row.found,
    asked: 2 * row.times,
  }));
  const sorted = rows.toSorted((one, other) => other.right - one.right);
  return sorted.map(({ name, right, asked }) => `${name} ${right} of ${asked}`).join(', ');
}

/** The newest results that were recorded. @throws Error where there are none */
export function peersIn(
  files: ReadonlyArray<{ data: { layout?: string | undefined } | PeersFound }>,
): PeersFound {
  const found = files.map(({ data }) => data).find((data) => data.layout === 'peers');
  if (found !== undefined) return found as PeersFound;
  throw new Error('content/calibration: got no file of peers, expected one');
}

/** No way of comparing: what the slowed arm really takes, in stretches of both by turns. */
const CHECK = 'check';

/** How the second arm was slowed, as a sentence goes on with it. */
export function addedText(said: readonly Said[]): string {
  const slowed = said.filter((each) => each.slowed);
  const added = formatPercent(median(slowed.map((each) => each.added)), 1);
  const checked = slowed.filter(({ judge }) => judge === CHECK).map(({ ratio }) => ratio);
  return `the wait added ${added} to a call by the clock, and in stretches of both arms by turns the slowed one took ${formatRatio(median(checked))} the other’s time`;
}
