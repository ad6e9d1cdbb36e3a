/** How other code than a published library stands to that library: what interoperates, and how fast it is. */
import type { Original } from '../collections/systems.ts';
import { formatCount, formatDay, formatNumber, formatRatio } from '../figures/format.ts';
import { capital } from '../report/words.ts';
import { numbers, type Table } from './view.ts';

const halves = { published: 'published', ours: 'this site’s' } as const;

type Pair = Original['interop']['pairs'][number];

const failedIn = ({ failed }: Pair): number => failed.reduce((sum, { cases }) => sum + cases, 0);

const allRatios = ({ ratios }: Original['speed']): number[] => ratios.flatMap(({ found }) => found);

/** The cases that each pair of client and server passed. */
export function interopTable({ name, interop }: Original): Table {
  const { date, how, cases, pairs } = interop;
  return {
    caption: `Cases of the test suite of ${name} that pass`,
    marks: [],
    note: `${formatDay(date)}. ${how}`,
    columns: [
      { label: 'Client and server' },
      ...numbers(['Cases passed', 'Cases in all']),
      { label: 'What fails' },
    ],
    groups: [
      {
        rows: pairs.map((pair) => [
          { text: `${capital(halves[pair.client])} client, ${halves[pair.server]} server` },
          { text: formatCount(cases - failedIn(pair)) },
          { text: formatCount(cases) },
          pair.failed.length === 0
            ? { text: 'nothing', muted: true }
            : { text: pair.failed.map((each) => `${each.cases} × ${each.what}`).join(' ') },
        ]),
      },
    ],
  };
}

/** Our time ÷ the published library’s. */
export function speedTable({ name, speed }: Original): Table {
  return {
    caption: `Time of this site’s implementation ÷ time of ${name}`,
    marks: [],
    note: `${speed.when}. ${speed.how}`,
    columns: [
      { label: 'Calls' },
      { label: 'Socket' },
      ...numbers(['Lowest ratio (×)', 'Highest ratio (×)']),
    ],
    groups: [
      {
        rows: speed.ratios.map(({ calls, socket, found }) => [
          { text: calls },
          { text: socket },
          { text: formatNumber(Math.min(...found), 2) },
          { text: formatNumber(Math.max(...found), 2) },
        ]),
      },
    ],
  };
}

/** Both in two sentences, for those who read no table. */
export function originalText(original: Original): string {
  const { name, interop, speed } = original;
  const { cases, pairs } = interop;
  const mixed = pairs
    .filter(({ client, server }) => client !== server)
    .map((pair) => {
      const own = pair.client === 'ours' ? 'its client' : 'its server';
      return `${own} passes ${formatCount(cases - failedIn(pair))}`;
    });
  const list = new Intl.ListFormat('en').format(mixed);
  const ratios = allRatios(speed);
  const [low, high] = [Math.min(...ratios), Math.max(...ratios)].map(formatRatio);
  return `Of the ${formatCount(cases)} cases of the test suite of ${name}, with the published library at the other end, ${list}. It took ${low} to ${high} the published library’s time when both were last timed, before it was made to interoperate: its figures are not the library’s.`;
}
