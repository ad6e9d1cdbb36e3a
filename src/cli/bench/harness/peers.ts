/**
 * `npm run bench -- harness --peers`: two identical arms, and one that a known part slows down, judged in
 * the ways in which people compare such calls. Each judges in a process of its own, for the same time.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { seeded, shuffle } from '../../../harness/plan/index.ts';
import type { PeersFound } from '../../../collections/records.ts';
import { addedText, CHECK, peerJudges, peersTable } from '../../../tables/peers.ts';
import { columns, spaced } from '../../../report/table.ts';
import { startBench } from '../../shared/bench.ts';
import { nodeFacts } from '../../shared/this-node.ts';
import type { Judgement, Question } from './judge.ts';

const JUDGE = fileURLToPath(new URL('judge.ts', import.meta.url));
/** Results as the method page has them. */
export const RECORDED = 'content/calibration/peers.json';
const SLOWED_BY = 0.05;
/** Longest that a judge may take besides its time, in ms: it starts, and some have a length of their own. */
const GRACE_MS = 120_000;

export interface PeersOptions {
  judges: readonly string[];
  times: number;
  ms: number;
  seed: number;
  /** Keeps every repetition in {@link RECORDED}, and goes on with those that it has. */
  record: boolean;
}

/** @throws Error with what a judge said that came to no verdict */
export async function comparePeers(options: PeersOptions): Promise<PeersFound> {
  const { judges, times, ms, seed, record } = options;
  const root = process.cwd();
  const file = join(root, RECORDED);
  const fresh = await headOf(root, ms, seed);
  const before =
    record && existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as PeersFound) : fresh;
  const goesOn = JSON.stringify({ ...before, said: [] }) === JSON.stringify(fresh);
  const found = goesOn ? before : fresh;
  const bench = await startBench({ root, port: 0 });
  try {
    for (let repetition = 0; repetition < times; repetition += 1) {
      const random = seeded(seed + repetition);
      const jobs = shuffle(
        [
          ...judges.flatMap((judge) => [true, false].map((slowed) => ({ judge, slowed }))),
          { judge: CHECK, slowed: true },
        ],
        random,
      );
      // Which arm a user wrote down first is a matter of chance, and the same for all.
      const inOrder = { true: random() < 0.5, false: random() < 0.5 };
      if (found.said.some((each) => each.repetition === repetition)) continue;
      const said: PeersFound['said'] = [];
      for (const { judge, slowed } of jobs) {
        const added = slowed ? SLOWED_BY : 0;
        const judged = await judgementOf({
          ...{ judge, origin: bench.origin, ms, seed: seed + repetition, added },
          inOrder: inOrder[`${slowed}`],
        });
        said.push({ judge, repetition, slowed, ...judged });
        const { verdict, ratio } = judged;
        process.stderr.write(
          `${repetition + 1} of ${times}, ${judge}, ${slowed ? 'slowed' : 'identical'}: ${verdict}, ${ratio.toFixed(4)}\n`,
        );
      }
      found.said.push(...said);
      if (record) await writeFile(file, `${JSON.stringify(found, undefined, 2)}\n`);
    }
  } finally {
    await bench.stop();
  }
  return found;
}

async function headOf(root: string, ms: number, seed: number): Promise<PeersFound> {
  const versions = await Promise.all(
    ['capnweb', 'mitata', 'tinybench', 'workerd'].map(async (name) => {
      const text = await readFile(join(root, 'node_modules', name, 'package.json'), 'utf8');
      return [name, (JSON.parse(text) as { version: string }).version] as const;
    }),
  );
  const { runtime, cpu = '', cpuCount } = nodeFacts();
  return {
    ...{ layout: 'peers', date: new Date().toISOString().slice(0, 10), seed, ms },
    ...{ slowedBy: SLOWED_BY, runtime, cpu, cpuCount: cpuCount ?? 1 },
    ...{ versions: Object.fromEntries(versions), said: [] },
  };
}

async function judgementOf(question: Question): Promise<Judgement> {
  // With the garbage collector in reach, as mitata recommends; the others do not look for it.
  const args = ['--expose-gc', '--import', 'tsx', JUDGE, JSON.stringify(question)];
  const options = { timeout: question.ms + GRACE_MS, maxBuffer: 2 ** 24 };
  const { stdout } = await promisify(execFile)(process.execPath, args, options);
  return JSON.parse(stdout) as Judgement;
}

/** The table of the method page, for a terminal. */
export function peersText(found: PeersFound): string {
  const { columns: heads, groups } = peersTable(found);
  const rows = groups.flatMap((group) => group.rows.map((row) => row.map(({ text }) => text)));
  return [
    ...columns(
      heads.map(({ label }) => label),
      rows,
    ),
    '',
    ...Object.values(peerJudges).map(
      ({ name, by, rule }) => `${[name, by].filter(Boolean).join(', ')}: ${rule}.`,
    ),
    spaced(`${addedText(found.said)}.`),
  ].join('\n');
}
