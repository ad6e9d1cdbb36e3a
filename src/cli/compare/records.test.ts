import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { normal, seeded } from '../../harness/plan/index.ts';
import { type Environment, writeRecord } from '../../harness/record/index.ts';
import { madeUpRecord } from '../../harness/testing/fixture.ts';
import { findStudy } from '../../studies/index.ts';
import { runCli } from '../shared/testing/spawn-cli.ts';
import type { Comparison } from './comparison.ts';
import { run } from './index.ts';
import type { CompareOptions } from './options.ts';
import { compareRecords } from './records.ts';

const study = findStudy('lumenize-vs-capnweb');
/** One that is there whether the published library is installed or not. */
const SUBJECT = 'lumenize/hibernating';
const directory = mkdtempSync(join(tmpdir(), 'roundtrip-compare-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** A record whose arms take so many times 400 µs, in a file. */
function file(
  name: string,
  seed: number,
  factor: (arm: string) => number,
  environment: Partial<Environment> = {},
): string {
  const random = seeded(seed);
  const made = madeUpRecord({
    arms: [...study.arms.map(({ id }) => id), 'twin'],
    workloads: ['increment'],
    rounds: 15,
    block: ({ arm }) =>
      Array.from({ length: 20 }, () =>
        Math.round(40_000 * factor(arm) * Math.exp(0.01 * normal(random))),
      ),
  });
  const path = join(directory, `${name}.json`);
  const record = { ...made, study: study.id, environment: { ...made.environment, ...environment } };
  writeFileSync(path, writeRecord(record));
  return path;
}

const options: Omit<CompareOptions, 'files'> = { margin: undefined, json: false };
const same = () => 1;
const subjectSlower = (arm: string) => (arm === SUBJECT ? 1.3 : 1);
const verdicts = ({ rows }: Comparison) => new Map(rows.map(({ arm, verdict }) => [arm, verdict]));

const base = file('base', 1, same);
const slower = file('slower', 2, subjectSlower);

describe('two records', () => {
  it('of the same code are equal in every arm', async () => {
    const comparison = await compareRecords({ ...options, files: [base, file('again', 3, same)] });
    expect([...verdicts(comparison).values()]).toEqual(study.arms.map(() => 'equal'));
    const measured = study.arms.map(({ id }) => id);
    expect(comparison).toMatchObject({
      ...{ doubts: [], slower: [], undecided: [] },
      studies: [{ study: study.id, margin: 0.05, measured }],
    });
  });

  it('show the arm that became slower, as second ÷ first', async () => {
    const comparison = await compareRecords({ ...options, files: [base, slower] });
    expect(verdicts(comparison).get(SUBJECT)).toBe('slower');
    expect(comparison.rows.find(({ arm }) => arm === SUBJECT)?.ratio?.estimate).toBeCloseTo(1.3, 1);
    expect(comparison.slower).toMatchObject([{ arm: SUBJECT, workload: 'increment' }]);
    const wide = await compareRecords({ ...options, margin: 0.5, files: [base, slower] });
    expect(wide).toMatchObject({ slower: [], studies: [{ margin: 0.5 }] });
  });

  it('of a machine that became slower tell no arm from it', async () => {
    const machine = file('machine', 4, () => 1.3);
    const comparison = await compareRecords({ ...options, files: [base, machine] });
    expect(comparison.doubts[0]).toContain('First, the machine: in increment the plain way itself');
    const others = [...verdicts(comparison)].filter(([arm]) => arm !== study.baseline);
    expect(others.map(([, verdict]) => verdict)).toEqual(others.map(() => 'undecided'));
  });

  it('of different settings, commits or versions say so', async () => {
    const other = { setting: 'wrangler-dev', commit: 'b', versions: { capnweb: '2.0.0' } } as const;
    const { notes } = await compareRecords({
      ...{ ...options, files: [base, file('dev', 5, same, other)] },
    });
    expect(notes.slice(1)).toEqual([
      'setting: workerd in A, wrangler-dev in B.',
      'versions.capnweb: nothing in A, "2.0.0" in B.',
      'commit: nothing in A, b in B.',
    ]);
    const unchanged = await compareRecords({ ...options, files: [base, base] });
    expect(unchanged.notes).toHaveLength(1);
  });

  it('must be measured', async () => {
    const quoted = 'content/records/lumenize-vs-capnweb/2025-01-02-fresh-connections.json';
    const refused = compareRecords({ ...options, files: [base, quoted] });
    await expect(refused).rejects.toThrow('kind: got quoted');
  });
});

describe('the command', () => {
  it('says what a margin has to be, below nought too', async () => {
    const { code, stderr } = await runCli(run, [base, slower, '--margin', '-5']);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('--margin: got "-5", expected a number above 0, at most 1000'),
    ]);
  });

  it('prints a table, or one document', async () => {
    const table = await runCli(run, [base, slower]);
    expect(table.stdout).toMatch(
      /Lumenize RPC \(reimplementation\), hibernating .* 1\.3\d× .* slower/,
    );
    const { code, stdout } = await runCli(run, [base, slower, '--json', '--margin', '2.5']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      base: { name: 'A', source: base },
      slower: [{ study: study.id, arm: SUBJECT, workload: 'increment' }],
    });
  });

  it.each([
    [['a.json'], 'records: got 1, expected two files'],
    [['a', 'b', 'c'], 'records: got 3, expected two files'],
    [['a', 'b', '--margin', '5%'], '--margin: got "5%", expected a number above 0'],
    [['a', 'b', '--interleaved', 'x'], 'unknown flag --interleaved'],
  ])('refuses %j', async (argv, message) => {
    expect(await runCli(run, argv)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(message) as string,
    });
  });
});
