import { randomInt } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { compare } from '../../harness/statistics-compare.ts';
import { study } from '../../studies/lumenize-vs-capnweb/study.ts';
import { EXIT_FAILURE } from '../args.ts';
import { catchInterrupt, EXIT_INTERRUPTED } from '../interrupt.ts';
import { readBuildInfo } from '../local/build-info.ts';
import { admit, takeRun } from '../measure/measure.ts';
import type { MeasureOptions } from '../measure/options.ts';
import { expectWritable, putOut } from '../measure/out.ts';
import type { BenchArmsOptions, Client } from './options.ts';
import { ratioRows, type RatioRow } from './ratios.ts';
import { compared } from './targets.ts';
import { benchArmsText, type Noise } from './text.ts';

/**
 * Takes one run from each client and prints the ratios of all arms.
 *
 * @param root the checkout whose code measures
 * @returns the exit code: 0 when every run came to its end, 1 when one was lost, 130 after Ctrl-C
 * @throws Error when a run cannot start, or when its record may not be written as things stand
 */
export async function benchArms(options: BenchArmsOptions, root: string): Promise<number> {
  const tree = await readBuildInfo(root);
  const runs = options.clients.map((client) => ({ client, asked: askedOf(options, client) }));
  if (options.out !== undefined) await mkdir(options.out, { recursive: true });
  for (const { asked } of runs) {
    // Nothing is measured that could not be written.
    admit(tree, tree, asked);
    if (asked.out !== undefined) await expectWritable(asked.out);
  }
  const rows: RatioRow[] = [];
  const noise: Noise[] = [];
  const interrupt = catchInterrupt(() => say('Stopping …'));
  try {
    for (const { client, asked } of runs) {
      say(`From ${client}:`);
      const { record, end } = await takeRun(asked, root, tree, interrupt.signal);
      if (end.type === 'cancelled') return EXIT_INTERRUPTED;
      if (end.type === 'lost') {
        say(`The bench was lost: ${end.why}.`);
        return EXIT_FAILURE;
      }
      if (asked.out !== undefined) {
        await putOut(record, asked.out);
        say(`Record written to ${asked.out}.`);
      }
      const { reference, subjects, margin } = study;
      const { twins } = compare(record, { reference, subjects, margin, rule: 'fixed' });
      noise.push({ client, twins, margin });
      rows.push(...ratioRows(client, record, compared, reference));
    }
  } catch (error) {
    if (!interrupt.signal.aborted) throw error;
    return EXIT_INTERRUPTED;
  } finally {
    interrupt.release();
  }
  console.log(options.json ? JSON.stringify(rows, undefined, 2) : benchArmsText(rows, noise));
  return 0;
}

/** The run of one client, as `measure` would be asked for it. */
function askedOf(options: BenchArmsOptions, client: Client): MeasureOptions {
  const { workloads, arms, rounds, out, allowDirty } = options;
  return {
    study,
    workloads,
    arms,
    length: { rule: 'fixed', rounds },
    seed: randomInt(2 ** 32),
    seedGiven: false,
    where: { setting: 'workerd' },
    browser: client === 'chromium',
    out: out === undefined ? undefined : join(out, `${client}.json`),
    json: false,
    allowDirty,
    allowStale: false,
  };
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
