/**
 * What the limits of the bench cost an honest call. The same calls of one
 * arm go to the Worker as it is and to one bundled without the guard, on one workerd, in short
 * turns of shuffled order over a socket each, opened anew for each round; the ratio of their median
 * turns is reported.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { median } from 'simple-statistics';
import { allCounterArms } from '../../../places/bench/counter-arms.ts';
import type { CounterOperations } from '../../../places/bench/operations.ts';
import { type Connect, seeded, shuffle } from '../../../harness/plan/index.ts';
import { listOf } from '../../shared/args.ts';
import { bundleOptions } from '../../shared/bench.ts';
import { readWranglerConfig, startWorkerd, workerdConfig } from '../../shared/workerd.ts';
import { pairedRatio, ratioText } from '../ratio.ts';
import { benchChannel } from '../../../places/bench/bench.ts';

/** Turns of each way in a round, as short as those of a run, and the calls of a turn. */
const TURNS = 60;
const CALLS = 10;
const WARM_UP = 100;
const UNGUARDED = 'unguarded';

/**
 * Times the same calls with the bench’s limits and without.
 *
 * @param chosen ids of arms, separated by commas; all when absent
 */
export async function timeGuard(
  chosen: string | undefined,
  rounds: number,
): Promise<{ document: object; text: string }> {
  const known = allCounterArms().map(({ id }) => id);
  const arms = await compare(
    chosen === undefined ? known : listOf('--arms', chosen, known),
    rounds,
  );
  return {
    document: { rounds, turns: TURNS, calls: CALLS, arms },
    text: arms
      .map(
        ({ arm, ...times }) => `${arm}: ${ratioText(times, 4)} the time without (${rounds} rounds)`,
      )
      .join('\n'),
  };
}

/** Median ms of a turn over fresh connections to several origins, in turns of shuffled order. */
async function timesOf(
  connect: Connect<CounterOperations>,
  origins: readonly string[],
  random: () => number,
): Promise<number[]> {
  const ways = await Promise.all(
    origins.map(async (origin) => {
      const object = randomUUID();
      const connection = await connect(benchChannel({ origin, object, WebSocketClass: WebSocket }));
      return { connection, turns: [] as number[] };
    }),
  );
  const take = async ({ connection }: (typeof ways)[number], calls: number): Promise<number> => {
    const startedAt = performance.now();
    for (let done = 0; done < calls; done += 1) await connection.operations.getValue();
    return performance.now() - startedAt;
  };
  for (const way of ways) await take(way, WARM_UP);
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const way of shuffle(ways, random)) way.turns.push(await take(way, CALLS));
  }
  for (const { connection } of ways) connection.close();
  return ways.map(({ turns }) => median(turns));
}

/** A guard that lets everything pass, and looks at nothing. */
const NO_GUARD = `
  export class SocketGuard {
    admit() { return true; }
    refuse() {}
    end() {}
  }
  export const checkText = () => undefined;
`;

const withoutGuard: Plugin = {
  name: 'without-guard',
  setup(build) {
    build.onLoad({ filter: /guard\/socket-guard\.ts$/ }, () => ({ contents: NO_GUARD }));
  },
};

/** Serves the Worker twice from one isolate: the second time below `/unguarded`, with its own objects. */
async function startBoth(root: string): Promise<{ origin: string; stop: () => Promise<void> }> {
  const config = await readWranglerConfig(root);
  const directory = await mkdtemp(join(tmpdir(), 'roundtrip-guard-'));
  const remove = () => rm(directory, { recursive: true, force: true });
  try {
    await mkdir(join(directory, 'disk'));
    const plain = join(directory, 'unguarded.js');
    await build({ ...bundleOptions(root, config.main, plain), plugins: [withoutGuard] });
    const { bindings } = config.durable_objects;
    const module = 'worker.js';
    const entry = `
      import guarded from ${JSON.stringify(join(root, config.main))};
      import * as plain from ${JSON.stringify(plain)};
      export * from ${JSON.stringify(join(root, config.main))};
      ${bindings.map(({ class_name: name }) => `export const Plain${name} = plain.${name};`).join('\n')}
      export default {
        fetch(request, env) {
          const url = new URL(request.url);
          if (!url.pathname.startsWith('/${UNGUARDED}/')) return guarded.fetch(request, env);
          url.pathname = url.pathname.slice('/${UNGUARDED}'.length);
          const own = Object.fromEntries(${JSON.stringify(bindings.map(({ name }) => name))}.map((name) => [name, env['PLAIN_' + name]]));
          return plain.default.fetch(new Request(url, request), { ...env, ...own });
        },
      };
    `;
    const options = bundleOptions(root, config.main, join(directory, module));
    await build({ ...options, entryPoints: [], stdin: { contents: entry, resolveDir: root } });
    const twice = bindings.flatMap(({ name, class_name }) => [
      { name, class_name },
      { name: `PLAIN_${name}`, class_name: `Plain${class_name}` },
    ]);
    const configFile = join(directory, 'config.capnp');
    const text = workerdConfig(join(directory, 'disk'), [
      {
        config: { ...config, durable_objects: { bindings: twice } },
        ...{ module, address: 'localhost:0', vars: { SETTING: 'workerd' }, name: 'roundtrip' },
      },
    ]);
    await writeFile(configFile, text);
    const workerd = await startWorkerd({ configFile, workers: 1, root, detached: false });
    const stop = () => workerd.stop().then(remove);
    return { origin: `http://localhost:${workerd.ports[0]}`, stop };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function compare(arms: readonly string[], rounds: number) {
  const both = await startBoth(process.cwd());
  try {
    const random = seeded(1);
    const pairs = new Map(arms.map((arm): [string, [number, number][]] => [arm, []]));
    // One round that is not counted: both meet a process that has compiled nothing yet.
    for (let round = -1; round < rounds; round += 1) {
      for (const arm of shuffle(allCounterArms(), random)) {
        const of = pairs.get(arm.id);
        if (of === undefined) continue;
        const connect = await arm.load();
        const origins = [both.origin, `${both.origin}/${UNGUARDED}`];
        const [guarded = NaN, plain = NaN] = await timesOf(connect, origins, random);
        if (round >= 0) of.push([guarded, plain]);
      }
      process.stderr.write(`round ${round + 1} of ${rounds}\n`);
    }
    return [...pairs].map(([arm, of]) => ({ arm, ...pairedRatio(of) }));
  } finally {
    await both.stop();
  }
}
