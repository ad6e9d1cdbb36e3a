/**
 * `npm run bench -- network`: what the delaying proxy of `measure --network` really adds to a round
 * trip. The baseline is called in turn directly and through the proxy, over a socket each; the
 * difference of the two times of a pair is what the proxy added.
 */
import { randomUUID } from 'node:crypto';
import { mean, quantile } from 'simple-statistics';
import type { Connection } from '../../harness/plan/index.ts';
import type { NetworkLink } from '../../harness/record/index.ts';
import { columns } from '../../report/table.ts';
import { study } from '../../studies/lumenize-vs-capnweb/study.ts';
import { runCommand, UsageError, wholeNumber } from '../shared/args.ts';
import { startBench } from '../shared/bench.ts';
import { linkNames, readLink } from '../shared/network/link.ts';
import { startProxy } from '../shared/network/proxy.ts';
import { benchChannel } from '../../sockets/bench.ts';

/** Calls before the first that counts: both ways meet code that nothing has compiled yet. */
const WARM_UP = 20;

interface Counter {
  getValue(): Promise<number>;
}

/** What a proxy was asked to add to a round trip, and what it added. Times are in ms. */
type Found = NetworkLink & {
  /** As it was asked for. */
  network: string;
  samples: number;
  /** Median of the calls without the proxy. */
  directMs: number;
  /** Mean that the link is made to add: its round trip and its jitter. */
  expectedMeanMs: number;
  /** What was added: mean, and quantiles by their percentage. */
  addedMs: Record<'mean' | 'p5' | 'p25' | 'p50' | 'p75' | 'p95' | 'p99', number>;
};

export const run = (argv: readonly string[]): Promise<void> =>
  runCommand(
    {
      usage: ['npm run bench -- network [flags]'],
      about: 'Times the same call directly and through the delaying proxy of measure --network.',
      flags: {
        network: {
          value: '<link>',
          help: `${linkNames.join(', ')}, or round trip and jitter such as 25ms,2ms (each of the names)`,
        },
        samples: { value: '<number>', help: 'pairs of calls for each link, 20 to 10000 (300)' },
        json: { help: 'one JSON document on stdout' },
      },
    },
    async ({ values }) => {
      const samples = wholeNumber('--samples', values.samples ?? '300', 20, 10_000);
      const names = values.network === undefined ? linkNames : [values.network];
      const links = names.map((name) => [name, delaying(name)] as const);
      const found = await measureLinks(links, samples);
      console.log(values.json ? JSON.stringify({ links: found }) : table(found));
      return 0;
    },
    argv,
  );

function delaying(name: string): NetworkLink {
  const link = readLink(name);
  if (link !== undefined) return link;
  throw new UsageError(`--network: got "${name}", which delays nothing, expected a link that does`);
}

async function measureLinks(
  links: ReadonlyArray<readonly [name: string, link: NetworkLink]>,
  samples: number,
): Promise<Found[]> {
  const floor = study.arms.find((arm) => arm.id === study.floor);
  if (floor === undefined) throw new Error('studies: got no arm for the baseline, expected one');
  const connect = await floor.load();
  const bench = await startBench({ root: process.cwd(), port: 0 });
  const open = (origin: string) =>
    connect(benchChannel({ origin, object: randomUUID(), WebSocketClass: WebSocket }));
  try {
    const found: Found[] = [];
    for (const [network, link] of links) {
      process.stderr.write(`${network}: ${samples} pairs of calls …\n`);
      const proxy = await startProxy(bench.origin, link);
      try {
        const pairs = await timePairs(await open(bench.origin), await open(proxy.origin), samples);
        found.push({ network, ...link, samples, ...summaryOf(pairs, link) });
      } finally {
        await proxy.stop();
      }
    }
    return found;
  } finally {
    await bench.stop();
  }
}

/** ms of a call directly and of one through the proxy, in turn. */
async function timePairs(
  direct: Connection<Counter>,
  delayed: Connection<Counter>,
  samples: number,
): Promise<Array<[direct: number, delayed: number]>> {
  const time = async ({ operations }: Connection<Counter>): Promise<number> => {
    const startedAt = performance.now();
    await operations.getValue();
    return performance.now() - startedAt;
  };
  const pairs: Array<[number, number]> = [];
  for (let pair = -WARM_UP; pair < samples; pair += 1) {
    const times: [number, number] = [await time(direct), await time(delayed)];
    if (pair >= 0) pairs.push(times);
  }
  direct.close();
  delayed.close();
  return pairs;
}

function summaryOf(pairs: ReadonlyArray<readonly [number, number]>, link: NetworkLink) {
  const added = pairs.map(([direct, delayed]) => delayed - direct);
  const at = (share: number) => rounded(quantile(added, share));
  return {
    directMs: rounded(
      quantile(
        pairs.map(([direct]) => direct),
        0.5,
      ),
    ),
    expectedMeanMs: link.roundTripMs + link.jitterMs,
    addedMs: {
      mean: rounded(mean(added)),
      ...{ p5: at(0.05), p25: at(0.25), p50: at(0.5), p75: at(0.75), p95: at(0.95), p99: at(0.99) },
    },
  };
}

/** To whole µs. */
function rounded(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}

function table(found: readonly Found[]): string {
  const quantiles = ['mean', 'p5', 'p25', 'p50', 'p75', 'p95', 'p99'] as const;
  const head = ['link', 'round trip', 'jitter', 'expected mean', ...quantiles, 'direct'];
  const rows = found.map(
    ({ network, roundTripMs, jitterMs, expectedMeanMs, addedMs, directMs }) => [
      network,
      ...[roundTripMs, jitterMs, expectedMeanMs].map(String),
      ...quantiles.map((each) => addedMs[each].toFixed(2)),
      directMs.toFixed(2),
    ],
  );
  return ['What the proxy added to a round trip, in ms:', ...columns(head, rows)].join('\n');
}
