import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { check } from 'prettier';
import {
  type Environment,
  type SessionRecord,
  readRecord,
  writeRecord,
} from '../../core/record/index.ts';
import { typedFigures } from '../../journal/testing/prose.ts';
import { madeUpSessions, pairs } from '../../core/testing/fixture.ts';
import { parseResult } from '../../results/file.ts';
import { scratchFolder } from '../shared/testing/scratch.ts';
import { runCli } from '../shared/testing/spawn-cli.ts';
import { type EntryOptions, publishEntry, run } from './index.ts';

const STUDY = 'lumenize-vs-capnweb';
let root: string;
beforeEach(({ onTestFinished }) => {
  root = scratchFolder(onTestFinished);
});

/** Four sessions of one operation, as many as give an interval. */
const madeUp = (arms: string[] = ['capnweb/in-memory', 'twin']) =>
  madeUpSessions({
    arms,
    workloads: ['increment'],
    sessions: 4,
    turn: () => [1],
    plan: { launches: 5 },
  });

function file(
  name: string,
  environment: Partial<Environment> = {},
  change: Partial<SessionRecord> = {},
): string {
  const made = madeUp();
  const versions = { capnweb: '0.12.0', '@lumenize/structured-clone': '0.26.0' };
  const where = { ...made.environment, commit: 'abc', dirty: false, versions, ...environment };
  const path = join(root, name);
  writeFileSync(path, writeRecord({ ...made, study: STUDY, environment: where, ...change }));
  return path;
}

const options: EntryOptions = {
  title: 'What “hibernation” costs: a día',
  description: 'Line one: "quoted"',
  slug: undefined,
  allow: [],
};
const SLUG = '2026-11-20-what-hibernation-costs-a-dia';

describe('publishEntry', () => {
  it('makes the entry with its front matter, and moves the record', async () => {
    const record = file('r.json');
    const text = readFileSync(record, 'utf8');
    const made = await publishEntry([record], root, options);
    expect(made).toEqual({
      entry: `content/entries/${STUDY}/${SLUG}.mdx`,
      records: [`content/records/${STUDY}/${SLUG}.json`],
      results: [`content/results/${STUDY}/${SLUG}.json`],
    });
    const result = parseResult(readFileSync(join(root, made.results[0] ?? ''), 'utf8'), SLUG);
    expect(result.rows.map(({ arm }) => arm)).toEqual(['capnweb/in-memory', 'twin']);
    expect(existsSync(record)).toBe(false);
    expect(readFileSync(join(root, made.records[0] ?? ''), 'utf8')).toBe(text);
    const draft = readFileSync(join(root, made.entry), 'utf8');
    expect(await check(draft, { parser: 'mdx' })).toBe(true);
    expect(draft.split('---')[1]).toBe(`
study: "${STUDY}"
place: 1
timestamp: "2026-11-20T12:00:00Z"
commit: "abc"
title: "What “hibernation” costs: a día"
description: 'Line one: "quoted"'
changed: []
settings:
  - "workerd"
vantage: "Node.js and the server on one machine."
systems:
  capnweb: "0.12.0"
  "@lumenize/structured-clone": "0.26.0"
records:
  - "${STUDY}/${SLUG}"
`);
  });

  it('types no figure where a network lay between', async () => {
    const network = { roundTripMs: 25, jitterMs: 2 };
    const { entry } = await publishEntry([file('far.json', { network })], root, options);
    const [vantage = ''] = /^vantage: .*$/m.exec(readFileSync(join(root, entry), 'utf8')) ?? [];
    expect(vantage).toContain('with a simulated network between them.');
    expect(typedFigures(vantage)).toEqual([]);
  });

  it('numbers several results, and names each setting once', async () => {
    const files = [
      file('a.json'),
      file('b.json', { setting: 'wrangler-dev' }, { startedAt: '2026-11-19T23:59:59Z' }),
      file('c.json', { runtime: 'Chromium 156' }),
    ];
    const { entry, records } = await publishEntry(files, root, { ...options, slug: 'gap' });
    expect(entry).toBe(`content/entries/${STUDY}/2026-11-19-gap.mdx`);
    expect(records).toEqual(
      [1, 2, 3].map((n) => `content/records/${STUDY}/2026-11-19-gap-${n}.json`),
    );
    const text = readFileSync(join(root, entry), 'utf8');
    expect(text).toContain('settings:\n  - "workerd"\n  - "wrangler-dev"\nvantage');
    const second = readRecord(readFileSync(join(root, records[1] ?? ''), 'utf8'), 'second');
    expect(second).toMatchObject({ environment: { setting: 'wrangler-dev' } });
  });

  it('takes a record with an arm from outside, and none that has only its name', async () => {
    const arms = ['capnweb/in-memory', 'outside:pairs/hibernating', 'twin'];
    const { plan, sessions } = madeUp(arms);
    const made = await publishEntry(
      [file('r.json', { outside: [pairs] }, { plan, sessions })],
      root,
      options,
    );
    expect(readRecord(readFileSync(join(root, made.records[0] ?? ''), 'utf8'), 'r')).toMatchObject({
      environment: { outside: [pairs] },
    });
    await expect(
      publishEntry([file('s.json', {}, { plan, sessions })], root, { ...options, slug: 's' }),
    ).rejects.toThrow('plan.arms: got "outside:pairs/hibernating", expected one of');
  });

  it.each<[string, () => string[], string]>([
    [
      'of other files of a library',
      () => [
        file('a.json', { outside: [pairs] }),
        file('b.json', { outside: [{ ...pairs, digest: 'b2'.repeat(32) }] }),
      ],
      'environment.outside.pairs: got b2b2',
    ],
    ['partial', () => [file('r.json', {}, { partial: true })], 'unless --allow-partial is given'],
    ['dirty', () => [file('r.json', { dirty: true })], 'unless --allow-dirty is given'],
    ['stale', () => [file('r.json', { stale: true })], 'unless --allow-stale is given'],
    [
      'a preview',
      () => [file('r.json', { setting: 'preview' })],
      'is not published: it was taken from a preview',
    ],
    [
      'of one session',
      () => [file('r.json', {}, { sessions: madeUp().sessions.slice(0, 1) })],
      'unless --allow-few is given: it has too few sessions for a 95 % CI of increment: measure longer',
    ],
    [
      'of a busy machine',
      () => [file('r.json', { cpuCount: 2, loadAverage: 4 })],
      'unless --allow-busy is given: The machine was busy when the run began',
    ],
    [
      'of one launch',
      () => [file('r.json', {}, { plan: { ...madeUp().plan, launches: undefined } })],
      'unless --allow-launches is given: it has 1 launch, expected 5: measure with --launches 5',
    ],
    ['of another study', () => [file('r.json', {}, { study: 'x' })], 'study: got "x"'],
    [
      'of two commits',
      () => [file('a.json'), file('b.json', { commit: 'def' })],
      'environment.commit: got def, expected abc as in the first',
    ],
    ['given twice', () => [file('a.json'), file('a.json')], 'twice, expected it once'],
  ])('refuses records that are %s, and changes nothing', async (_, make, message) => {
    const files = make();
    await expect(publishEntry(files, root, options)).rejects.toThrow(message);
    expect(files.every((each) => existsSync(each))).toBe(true);
    expect(existsSync(join(root, 'content'))).toBe(false);
  });

  it('publishes what the author says is meant, but never a preview', async () => {
    const allow = ['allow-partial', 'allow-dirty', 'allow-stale'] as const;
    const preview = file('p.json', { setting: 'preview' });
    await expect(publishEntry([preview], root, { ...options, allow })).rejects.toThrow('preview');
    const stamped = file('r.json', { dirty: true, stale: true }, { partial: true });
    await publishEntry([stamped], root, { ...options, allow });
    expect(existsSync(stamped)).toBe(false);
  });

  it('never writes over an entry or a record', async () => {
    await publishEntry([file('a.json')], root, options);
    const again = publishEntry([file('b.json')], root, options);
    await expect(again).rejects.toThrow('exists already');
  });

  it.each([
    [{ slug: '../x' }, '--slug: got "../x", expected small letters'],
    [{ title: 'long '.repeat(60) }, '--slug: got none, and the title gives "long-long'],
    [{ title: '…' }, '--slug: got none, and the title gives "", expected small letters'],
  ])('refuses a name that is no part of an address: %o', async (change, message) => {
    const record = file('r.json');
    const publishing = publishEntry([record], root, { ...options, ...change });
    await expect(publishing).rejects.toThrow(message);
  });
});

describe('the command', () => {
  it('needs records, a title and a description, and prints what it made', async () => {
    const texts = ['--title', 'A title', '--description', 'A sentence.'];
    const none = await runCli(run, texts, root);
    const untitled = await runCli(run, [file('u.json'), '--description', 'x'], root);
    const made = await runCli(run, [file('r.json'), ...texts], root);
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('records: got none')]);
    expect([untitled.code, untitled.stderr]).toEqual([2, expect.stringContaining('--title')]);
    expect([made.code, made.stdout]).toEqual([
      0,
      `content/entries/${STUDY}/2026-11-20-a-title.mdx\ncontent/records/${STUDY}/2026-11-20-a-title.json\ncontent/results/${STUDY}/2026-11-20-a-title.json\n`,
    ]);
  });
});
