import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { check } from 'prettier';
import { beforeEach, describe, expect, it } from 'vitest';
import { replicationSchema } from '../../core/calibrate/calibration.ts';
import type { Environment, SessionRecord } from '../../core/record/index.ts';
import { pairs } from '../../core/testing/fixture.ts';
import { typedFigures } from '../../journal/testing/prose.ts';
import { parseResult } from '../../results/file.ts';
import { scratchFolder, writeFiles } from '../shared/testing/scratch.ts';
import { DRAFT, publishPlan } from './publish.ts';
import { launchFolder, type Provenance, writeLaunch } from './launches.ts';
import { atBench } from './plans.ts';
import { writeReplication } from './replication.ts';
import { madeUpLaunch, planOf, provenance } from './testing/made-up.ts';

const plan = planOf('sockets');
let where: { root: string; out: string };
beforeEach(({ onTestFinished }) => {
  const root = scratchFolder(onTestFinished);
  where = { root, out: join(root, 'content/records') };
});

/** Makes launches that spread by a few percent. */
async function take(
  count: number,
  last: Partial<SessionRecord> = {},
  from = provenance,
  { isReplication = false, times = 1 } = {},
) {
  const folder = launchFolder(where.out, plan, isReplication);
  for (let at = 0; at < count; at += 1) {
    const isLast = at === count - 1;
    const record = madeUpLaunch(at, 1.2 * times * (1 + 0.01 * (at % 5)));
    const own = isLast ? { ...record, ...last } : record;
    await writeLaunch(folder, own, { plan: plan.id, ...(isLast ? from : provenance) });
  }
}
const in_ = (environment: Partial<Environment>): Partial<SessionRecord> => ({
  environment: { ...madeUpLaunch(0).environment, ...environment },
});
const read = (file: string) => readFileSync(join(where.root, file), 'utf8');

describe('--publish', () => {
  const result = 'content/results/lumenize-vs-capnweb/sockets.json';
  const entry = 'content/entries/lumenize-vs-capnweb/2026-11-20-sockets.mdx';

  it('writes the result of all launches, and the draft of an entry until it is a text', async () => {
    await take(12);
    const written = [result, entry];
    expect(await publishPlan(plan, where)).toEqual({ plan: 'sockets', written, refused: [] });
    const found = parseResult(read(result), 'lumenize-vs-capnweb/sockets');
    expect(found.rows.map(({ arm }) => arm)).toEqual([...plan.arms, 'control']);
    const draft = read(entry);
    expect(await check(draft, { parser: 'mdx' })).toBe(true);
    expect(draft).toContain('records:\n  - "lumenize-vs-capnweb/sockets"\n---\n');
    expect(typedFigures(draft.slice(draft.lastIndexOf('---')))).toEqual([]);
    // More launches are in the next one, until somebody writes.
    await take(1);
    expect((await publishPlan(plan, where)).written).toEqual([result, entry]);
    expect(read(entry)).toContain('place: 1\n');
    const text = read(entry).replace(DRAFT, 'Text.');
    writeFileSync(join(where.root, entry), text);
    expect((await publishPlan(plan, where)).written).toEqual([result]);
    expect(read(entry)).toBe(text);
  });

  const machine = { ...provenance.machine, kernel: 'Linux 2 x64' };
  it.each<[string, Partial<SessionRecord>, Provenance, message: string]>([
    ['a preview', in_({ setting: 'preview' }), provenance, 'launch 12 was taken from a preview'],
    ['dirty code', in_({ dirty: true }), provenance, 'launch 12 ran code that differs from its'],
    ['stale code', in_({ stale: true }), provenance, 'launch 12 called Workers of another commit'],
    ['no commit', in_({ commit: undefined }), provenance, 'launch 12 has no commit'],
    ['a part', { partial: true }, provenance, 'launch 12 is partial'],
    ['another machine', {}, { ...provenance, machine }, 'differs from the first in machine: got'],
    ['another tree', {}, { ...provenance, tree: 'b2'.repeat(32) }, 'in tree: got "b2b2b2b2b2b2"'],
    ['another client', in_({ runtime: 'Node 26' }), provenance, 'in runtime: got "Node 26", expec'],
    [
      'outside files that changed',
      in_({ outside: [{ ...pairs, changed: true }] }),
      provenance,
      'launch 12 ran while the files of Pairs changed',
    ],
  ])('refuses launches with one of %s', async (_, last, from, message) => {
    await take(12, last, from);
    const { written, refused } = await publishPlan(plan, where);
    expect([written, refused.join()]).toEqual([[], expect.stringContaining(message)]);
  });

  it('refuses fewer than twelve launches, and launches in which nothing counts', async () => {
    await take(11);
    const few = await publishPlan(plan, where);
    expect(few.refused).toEqual([
      'it has 11 launches, expected 12 or more: npm run campaign -- --only sockets',
    ]);
    const far = await publishPlan(atBench(planOf('far'), 'https://bench.example'), where);
    expect(far.refused).toEqual([
      expect.stringContaining('campaign -- --bench https://bench.example --only far'),
    ]);
    const empty = planOf('empty');
    for (let at = 0; at < 12; at += 1) {
      await writeLaunch(
        launchFolder(where.out, empty),
        { ...madeUpLaunch(at), sessions: [] },
        { plan: 'empty', ...provenance },
      );
    }
    expect((await publishPlan(empty, where)).refused).toEqual(['nothing in its launches counts']);
  });
});

describe('--replicate', () => {
  const replicate = async (id: string, from = provenance) => {
    const own = planOf(id);
    const launch = { plan: id, ...provenance };
    for (let at = 0; at < 12; at += 1) {
      const made = madeUpLaunch(at, 1.2 * (1 + 0.01 * (at % 5)));
      await writeLaunch(launchFolder(where.out, own), made, launch);
    }
    await publishPlan(own, where);
    await writeLaunch(launchFolder(where.out, own, true), madeUpLaunch(1, 1.2), {
      plan: id,
      ...from,
    });
    return writeReplication([own], ['first', 'second', 'third'], where);
  };

  it.each([
    ['as published', 1, 10, { told: 1, held: 1, reversed: 0 }],
    ['twice as slow', 2, 5, { told: 1, held: 1, reversed: 0 }],
    ['twice as fast', 0.5, 5, { told: 1, held: 0, reversed: 1 }],
  ])('counts the ratios of later launches that are %s', async (_, times, inside, classes) => {
    await take(12);
    await publishPlan(plan, where);
    await take(5, {}, provenance, { isReplication: true, times });
    const written = await writeReplication([plan, planOf('none')], [], where);
    expect(written?.replication).toMatchObject({
      ratios: 10,
      inside,
      plans: [{ plan: 'sockets', sameMachine: true, sameCode: true, ratios: 10, inside, classes }],
    });
    expect(JSON.parse(read(written?.file ?? ''))).toEqual(written?.replication);
  });

  it('keeps what earlier sittings compared, in the order of the plans, and says where each ran', async () => {
    await replicate('third', { ...provenance, tree: 'b2'.repeat(32) });
    await replicate('gone from the plans');
    const machine = { ...provenance.machine, cores: 64 };
    await replicate('first', { ...provenance, machine });
    // Another launch of a plan takes the place of what was compared of it.
    const written = await replicate('third');
    const [first, third, gone] = written?.replication.plans ?? [];
    expect(first).toMatchObject({ plan: 'first', sameMachine: false, sameCode: true, ratios: 2 });
    expect(third).toMatchObject({ plan: 'third', sameMachine: true, sameCode: false, ratios: 4 });
    expect(gone).toMatchObject({ plan: 'gone from the plans', ratios: 2 });
    expect(written?.replication).toMatchObject({ ratios: 8, inside: 8 });
    expect(replicationSchema.parse(JSON.parse(read(written?.file ?? '')))).toEqual(
      written?.replication,
    );
  });

  it('writes no file without a comparison, and loses none that it cannot read', async () => {
    await take(12);
    await publishPlan(plan, where);
    expect(await writeReplication([plan], [], where)).toBeUndefined();
    // On a busy machine a launch may have no ratio at all.
    await take(1, { sessions: [] }, provenance, { isReplication: true });
    expect(await writeReplication([plan], [], where)).toBeUndefined();
    const file = 'content/calibration/replication.json';
    writeFiles(where.root, { [file]: '{"plans": []}' });
    await expect(writeReplication([plan], [], where)).rejects.toThrow(file);
    expect(read(file)).toBe('{"plans": []}');
  });
});
