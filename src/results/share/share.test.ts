import { readdirSync, statSync } from 'node:fs';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { allCases } from '../../testing/all-cases.ts';
import { PLAIN_WAYS, publishedResult } from '../../testing/published.ts';
import type { MeasuredResult } from '../result.ts';
import { toForm } from './form.ts';
import { LONGEST, packResult, unpackResult } from './index.ts';

const STUDY = 'lumenize-vs-capnweb';

/** A result in its form, with as many digits as a link keeps. */
function formOf(result: MeasuredResult, detailed: boolean): unknown {
  const digits = (_: string, value: unknown) =>
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(6)) : value;
  return JSON.parse(JSON.stringify(toForm(result, PLAIN_WAYS, detailed), digits));
}

/** The measured ones from the smallest file to the largest; by day the ends alone. */
const results = readdirSync(`content/results/${STUDY}`)
  .map((file) => ({ file, bytes: statSync(`content/results/${STUDY}/${file}`).size }))
  .sort((one, other) => one.bytes - other.bytes)
  .flatMap(({ file }) => {
    const id = `${STUDY}/${file.replace('.json', '')}`;
    try {
      return [publishedResult(id)];
    } catch {
      // One that was quoted.
      return [];
    }
  })
  .filter((_, at, { length }) => allCases || at === 0 || at === length - 1);

it('gives back what was packed, and leaves out the percentiles of what would be too long', async () => {
  const seen = new Set<boolean>();
  for (const result of results) {
    const text = await packResult(result, PLAIN_WAYS);
    const read = await unpackResult(text);
    const detailed = read.rows.some(({ percentiles }) => percentiles !== undefined);
    seen.add(detailed);
    if (detailed) expect(text.length).toBeLessThanOrEqual(LONGEST);
    const { place, client } = result.rows[0] ?? {};
    expect(read.rows[0]).toMatchObject({ place, client });
    const form: unknown = JSON.parse(JSON.stringify(toForm(read, PLAIN_WAYS, true)));
    expect(form).toEqual(formOf(result, detailed));
  }
  expect(seen).toEqual(new Set([true, false]));
});

describe('refuses', async () => {
  const sound = await packResult(publishedResult());
  const json = inflateRawSync(Buffer.from(sound.slice(2), 'base64url')).toString();
  const packed = (text: string) => `1.${deflateRawSync(text).toString('base64url')}`;
  /** The result with the first of these texts in it changed. */
  const changed = (from: string, to: string): string => {
    expect(json).toContain(from);
    return packed(json.replace(from, to));
  };
  const damaged = /^This link is damaged: (it|a part).*\.$/s;
  const field = (name: string) => new RegExp(`^This link is damaged: ✖ .*${name}.*\\.$`, 's');

  it.each<[what: string, link: string, why: RegExp]>([
    ['nothing', '', /^This link holds no result\.$/],
    ['markup', '<script>alert(1)</script>', /^This is no link to a result/],
    ['another version', `2${sound.slice(1)}`, /it is of version 2, and the page reads version 1/],
    ['a version alone', '1.', damaged],
    ['the first half', sound.slice(0, sound.length / 2), damaged],
    ['all but the last character', sound.slice(0, -1), damaged],
    ['what a chat program has wrapped', `${sound.slice(0, 70)}\n${sound.slice(70)}`, damaged],
    ['a full stop behind it', `${sound}.`, damaged],
    ['too long a text', `1.${'A'.repeat(30_000)}`, damaged],
    ['what grows to 10 MB', packed(' '.repeat(10_000_000)), damaged],
    ['text that is no JSON', packed('no result'), damaged],
    ['a list', packed('[]'), damaged],
    ['an object of others', packed('{"hello":"world"}'), field('study')],
    ['a field too many', changed('{', '{"html":"<b>",'), field('html')],
    ['a prototype', changed('{', '{"__proto__":{"polluted":1},'), field('__proto__')],
    ['a script for a study', changed(`"${STUDY}"`, '"<script>"'), field('study')],
    ['an infinite ratio', changed('"value":', '"value":1e999,"x":'), field('rows')],
    ['an arm outside of the plan', changed('"rows":[{"arm":"', '"rows":[{"arm":"x'), damaged],
    ['a workload less', changed('"workloads":["increment",', '"workloads":['), damaged],
    ['other characters at the end', sound.replace(/.{9}$/, 'AAAAAAAAA'), damaged],
  ])('%s', async (_what, link, why) => {
    const error: unknown = await unpackResult(link).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RangeError);
    expect((error as RangeError).message).toMatch(why);
    expect(Object.prototype).not.toHaveProperty('polluted');
  });

  const result = publishedResult();

  it('to pack what it would not read', async () => {
    const runtime = '<b>Chromium</b>';
    const odd = { ...result, environment: { ...result.environment, runtime } };
    await expect(packResult(odd)).rejects.toThrow('environment.runtime');
  });

  it.each([
    ['study', { ...result, study: 'other' }],
    ['arm', { ...result, plan: { ...result.plan, arms: ['other/in-memory'] }, rows: [] }],
    ['workload', { ...result, plan: { ...result.plan, workloads: ['other'] }, rows: [] }],
    ['workload', { ...result, plan: { ...result.plan, workloads: ['echo-9000000x1'] }, rows: [] }],
  ])('a result whose %s this site has not', async (what, foreign) => {
    await expect(packResult(foreign)).rejects.toThrow(`it has no ${what} “`);
  });
});
