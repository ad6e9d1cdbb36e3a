import { readdirSync, readFileSync } from 'node:fs';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { isOutside } from '../harness/plan/index.ts';
import { readRecord } from '../harness/record/index.ts';
import { analyse } from '../harness/statistics/index.ts';
import { type Finding, findingOf } from '../report/finding.ts';
import { withOriginal } from '../report/parties.ts';
import { findStudy } from '../studies/index.ts';
import { publishedFinding } from '../testing/published.ts';
import { LONGEST, packFinding, studyOf, unpackFinding } from './index.ts';
import { oldLinks } from './testing/old-links.ts';

const STUDY = 'lumenize-vs-capnweb';

/** What a record of schema 2 found. */
function foundIn(id: string): Finding {
  const record = readRecord(readFileSync(`content/records/${id}.json`, 'utf8'), id);
  if (record.kind !== 'measured') throw new Error(`${id}: got ${record.kind}, expected measured`);
  return findingOf(record, analyse(record, findStudy(record.study)), 'complete');
}

/** Expects the same finding, but for the digits of its amounts. */
function expectSame(read: unknown, own: unknown): void {
  if (typeof own === 'number') expect(Number(read) / (own || 1)).toBeCloseTo(own === 0 ? 0 : 1, 2);
  else if (typeof own !== 'object' || own === null) expect(read).toBe(own);
  else {
    const known = Object.entries(own).filter(([, value]) => value !== undefined);
    expect(Object.keys(read as object).sort()).toEqual(known.map(([key]) => key).sort());
    for (const [key, value] of known) expectSame((read as Record<string, unknown>)[key], value);
  }
}

const records = readdirSync(`content/records/${STUDY}`)
  .map((file) => `${STUDY}/${file.replace('.json', '')}`)
  .filter((id) => {
    const record = readRecord(readFileSync(`content/records/${id}.json`, 'utf8'), id);
    return record.kind === 'measured' && record.schema === 2 && !record.plan.arms.some(isOutside);
  });

it('gives back what was packed, and leaves out the distributions of what would be too long', async () => {
  const kept = new Set<boolean>();
  for (const id of records) {
    const finding = foundIn(id);
    const text = await packFinding(finding);
    const read = await unpackFinding(text);
    expect(studyOf(read, [withOriginal(findStudy(STUDY))]).id).toBe(STUDY);
    const isWhole = read.workloads.some(({ arms }) => arms.some((arm) => arm.quantiles.length > 0));
    kept.add(isWhole);
    if (isWhole) expect(text.length).toBeLessThanOrEqual(LONGEST);
    const workloads = finding.workloads.map(({ arms, ...workload }) => ({
      ...workload,
      arms: arms.map((arm) => (isWhole ? arm : { ...arm, quantiles: [] })),
    }));
    expectSame(read, { ...finding, workloads });
  }
  expect(kept).toEqual(new Set([true, false]));
});

it.each(oldLinks)('opens the link of version 1 to $record', async ({ record, text }) => {
  expectSame(await unpackFinding(text), foundIn(record));
});

describe('refuses', async () => {
  const sound = await packFinding(publishedFinding());
  const json = inflateRawSync(Buffer.from(sound.slice(2), 'base64url')).toString();
  const packed = (text: string) => `2.${deflateRawSync(text).toString('base64url')}`;
  const [old = ''] = oldLinks.map(({ text }) => text);
  /** The finding with the first of these texts in it changed. */
  const changed = (from: string, to: string): string => {
    expect(json).toContain(from);
    return packed(json.replace(from, to));
  };
  const damaged = /^This link is damaged: .*got .*, expected .*\.$/s;
  const field = (name: string) =>
    new RegExp(`^This link is damaged: ${name}.*: got .*, expected .*\\.$`, 's');

  it.each<[what: string, link: string, why: RegExp]>([
    ['nothing', '', /^This is no link to a result: got nothing, expected/],
    ['markup', '<script>alert(1)</script>', /^This is no link to a result/],
    ['another version', `3${sound.slice(1)}`, /got version 3 of it, expected version 2\.$/],
    ['a version alone', '2.', damaged],
    ['the first half', sound.slice(0, sound.length / 2), damaged],
    ['all but the last character', sound.slice(0, -1), damaged],
    ['it twice', `${sound}${sound.slice(2)}`, damaged],
    ['what a chat program has wrapped', `${sound.slice(0, 70)}\n${sound.slice(70)}`, damaged],
    ['a full stop behind it', `${sound}.`, damaged],
    ['too long a text', `2.${'A'.repeat(30_000)}`, damaged],
    ['what grows to 10 MB', packed(' '.repeat(10_000_000)), damaged],
    ['text that is no JSON', packed('no result'), damaged],
    ['a list', packed('[]'), damaged],
    ['an object of others', packed('{"hello":"world"}'), field('study')],
    ['a field too many', changed('{', '{"html":"<b>",'), field('html')],
    ['a prototype', changed('{', '{"__proto__":{"polluted":1},'), field('__proto__')],
    ['a script for a study', changed(`"${STUDY}"`, '"<script>"'), field('study')],
    ['an infinite ratio', changed('"ratio":', '"ratio":1e999,"other":'), field('workloads')],
    ['an arm outside of the plan', changed('"ratios":[{"arm":"', '"ratios":[{"arm":"x'), damaged],
    ['a workload less', changed('"workloads":["increment",', '"workloads":['), field('workloads')],
    ['the first half of an old one', old.slice(0, old.length / 2), damaged],
    ['another character in an old one', old.replace(/.{9}$/, 'AAAAAAAAA'), damaged],
  ])('%s', async (_what, link, why) => {
    const error: unknown = await unpackFinding(link).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RangeError);
    expect((error as RangeError).message).toMatch(why);
    expect(Object.prototype).not.toHaveProperty('polluted');
  });

  const finding = publishedFinding();

  it('to pack what it would not read', async () => {
    const runtime = '<b>Chromium</b>';
    const odd = { ...finding, environment: { ...finding.environment, runtime } };
    await expect(packFinding(odd)).rejects.toThrow('environment.runtime');
  });

  it.each([
    ['study', { ...finding, study: 'other' }],
    ['arm', { ...finding, plan: { ...finding.plan, arms: ['other/in-memory'] } }],
    ['workload', { ...finding, plan: { ...finding.plan, workloads: ['other'] } }],
    ['workload', { ...finding, plan: { ...finding.plan, workloads: ['echo-9000000x1'] } }],
  ])('a finding whose %s this site has not', (what, foreign) => {
    expect(() => studyOf(foreign, [findStudy(STUDY)])).toThrow(
      new RegExp(`the ${what} “(other|echo).*, expected`),
    );
  });
});
