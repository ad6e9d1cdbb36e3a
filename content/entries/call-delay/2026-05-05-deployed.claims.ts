import type { Claim, Claims } from '../../../src/journal/claims/claim.ts';
import type { Figures } from '../../../src/journal/claims/figures.ts';

const sizes = [10, 50, 100, 250, 500, 1000];
const median = ($: Figures, pattern: string, size: number) => $.figure(`${pattern}.p50.${size}`);

/** Sizes at which Agents’ median is the shortest of the three, or the longest. */
const extremes = ($: Figures, which: 'min' | 'max') =>
  sizes.filter((size) => {
    const [agents = 0, ...others] = ['agents', 'loop', 'tree'].map((each) => median($, each, size));
    return agents === Math[which](agents, ...others);
  });

/** What the findings say of a thousand subscribers: a time of broadcast, and how many times as fast that is. @param known the place of the latter */
const atThousand = (
  [name, line, lineOfRatio]: readonly ['p50' | 'p99' | 'max', number, number],
  said: readonly [printed: string, ms: `${number}`],
  times: `${number}`,
  known?: number,
): Claim[] => {
  const text = `At 1,000 subscribers, by the table’s ${name}:`;
  const inTable = ($: Figures, pattern: string) => $.figure(`${pattern}.${name}.1000`);
  return [
    {
      text: `${text} “${said[0]}” with broadcast`,
      neighbour: 'fanout',
      line,
      stated: said[1],
      unit: 'ms',
      value: ($) => inTable($, 'tree'),
      likely: 'The notes of the work print this time for an earlier version of broadcast.',
    },
    {
      text: `${text} “${times}× faster” than without broadcast`,
      known,
      neighbour: 'fanout',
      line: lineOfRatio,
      stated: times,
      unit: '×',
      value: ($) => inTable($, 'loop') / inTable($, 'tree'),
      also: ($) => inTable($, 'loop') / $.figure(`text.${name}`),
      likely: name === 'p50' ? 'The time printed beside it misses it by a digit.' : undefined,
    },
  ];
};

export const claims: Claims = [
  {
    text: 'A ping takes “~12 ms” behind its first object and a transaction “~30 ms”, so its work takes “~18 ms”',
    known: 8,
    line: 37,
    stated: '18',
    unit: 'ms',
    value: ($) => $.figure('warm.inside') - $.figure('ping.inside'),
  },
  {
    text: 'A new object costs “~1,225 ms” [a cold transaction behind its first object, without a warm one]',
    known: 7,
    line: 38,
    stated: '1225',
    unit: 'ms',
    value: ($) => $.figure('cold.inside') - $.figure('warm.inside'),
  },
  {
    text: 'A cold start drifts “by ~20%” from run to run',
    line: 66,
    stated: '20',
    unit: '%',
    value: ($) =>
      (100 * $.figure('cold.drift')) / ($.figure('cold.inside') - $.figure('warm.inside')),
  },
  {
    text: 'One client that waits for each answer: “~18 txn/s” [from the mean of a transaction]',
    known: 6,
    neighbour: 'throughput',
    line: 5,
    stated: '18',
    unit: '/s',
    value: ($) => 1000 / $.figure('warm.mean'),
  },
  {
    text: '“2.5% error rate” with 256 under way',
    neighbour: 'throughput',
    line: 42,
    stated: '2.5',
    unit: '%',
    value: ($) => (100 * $.figure('errors.256')) / ($.figure('errors.256') + $.figure('done.256')),
  },
  {
    text: '16 to 32 under way keep latency “below 110 ms p99”',
    known: 9,
    neighbour: 'throughput',
    line: 45,
    stated: '<110',
    unit: 'ms',
    value: ($) => [16, 32].map((calls) => $.figure(`p99.${calls}`)),
    likely: 'The mean was meant, which stays below it.',
  },
  {
    text: '“7× drop” from the development server to Cloudflare [the most of each]',
    known: 1,
    neighbour: 'throughput',
    line: 69,
    stated: '7',
    unit: '×',
    value: ($) => $.figure('local.rate.2') / $.figure('rate.128'),
  },
  ...atThousand(['p50', 71, 72], ['Median 743ms', '743'], '2.4', 3),
  ...atThousand(['p99', 72, 72], ['1,204ms', '1204'], '3.9', 4),
  ...atThousand(['max', 73, 73], ['1,262ms', '1262'], '4.3'),
  {
    text: '“Agents remains the fastest at low/mid N” [by the medians, up to 500 subscribers]',
    known: 2,
    neighbour: 'fanout',
    line: 76,
    holds: ($) => sizes.every((size) => size > 500 || extremes($, 'min').includes(size)),
    shows: ($) =>
      `fastest with ${extremes($, 'min').join(', ')} subscribers, slowest with ${extremes($, 'max').join(', ')}`,
    likely: 'The finding may rest on runs before the one that the table has.',
  },
  {
    text: 'Agents at 1,000 subscribers: “a 5× gap” to broadcast [as in the table]',
    known: 5,
    neighbour: 'fanout',
    line: 77,
    stated: '5',
    unit: '×',
    value: ($) => median($, 'tree', 1000) / median($, 'agents', 1000),
  },
  {
    text: 'Agents at 1,000 subscribers: a gap of “12× without broadcast”',
    neighbour: 'fanout',
    line: 79,
    stated: '12',
    unit: '×',
    value: ($) => median($, 'loop', 1000) / median($, 'agents', 1000),
  },
  {
    text: '“Zero errors across all patterns at all tested N” [another run with 1,000 subscribers prints some]',
    known: 10,
    neighbour: 'fanout',
    line: 81,
    missing:
      'The errors of Lumenize’s two columns; the table of Agents has none, and the other run does not say which version it measured.',
    shows: ($) => `${$.figure('ramp.errors')} in the other run`,
  },
];
