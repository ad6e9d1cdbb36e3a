import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOutside } from '../harness/plan/index.ts';
import { CONTROL, readRecord } from '../harness/record/index.ts';
import { analyse, attachAnalysis, olderAnalysisFile } from '../harness/statistics/index.ts';
import { type Finding, findingOf, QUANTILES } from '../report/finding.ts';
import { withOriginal } from '../report/parties.ts';
import { findStudy } from '../studies/index.ts';
import { allCases } from '../testing/all-cases.ts';
import { compress, LONGEST, packFinding, studyOf, unpackFinding } from './index.ts';
import { joined } from './packed-finding.ts';
import { toNumbers } from './rows.ts';

// Findings made up for tests.

/** An amount of four digits and its unit, as a link has them. */
const amounts = fc.record({
  whole: fc.integer({ min: 1000, max: 9999 }),
  power: fc.integer({ min: -7, max: 0 }),
});
const distances = fc.tuple(fc.nat(999), fc.nat(99_999));
const steps = fc.array(fc.nat(999), { minLength: QUANTILES.length, maxLength: QUANTILES.length });
const valueOf = (whole: number, power: number) => Number(`${whole}e${power}`);
/** What stands at both ends of an interval, or nothing. */
const endsOf = (whole: number, power: number, distance: [number, number] | null) =>
  distance && {
    low: valueOf(whole - distance[0], power),
    high: valueOf(whole + distance[1], power),
  };
/** The fields, each of those behind the first argument there or not. */
const some = <Fields extends object>(fields: {
  [Key in keyof Fields]: fc.Arbitrary<Fields[Key]>;
}) => fc.record<Fields, never>(fields, { requiredKeys: [] });

/** A finding with every workload and every arm given. */
function findings(of: {
  study: string;
  arms: readonly string[];
  workloads: readonly string[];
}): fc.Arbitrary<Finding> {
  const arms = [...of.arms, CONTROL];
  const ratioOf = (arm: string) =>
    fc
      .tuple(
        amounts,
        fc.option(distances),
        some({
          neededMs: fc.nat(1_000_000),
          flaw: fc.constantFrom('no-interval', 'differs', 'wide'),
        }),
        fc.constantFrom('faster', 'slower', 'equal', 'undecided'),
      )
      .map(([{ whole, power }, distance, more, verdict]) => ({
        ...{ arm, ratio: valueOf(whole, power), verdict, ...more },
        ...endsOf(whole, power, distance),
        ...(distance && { level: 0.95 }),
      }));
  const timesOf = (arm: string) =>
    fc
      .tuple(amounts, fc.option(distances), fc.option(fc.nat(99_999)), fc.option(steps))
      .map(([{ whole, power }, distance, network, between]) => ({
        ...{ arm, median: valueOf(whole, power), ...endsOf(whole, power, distance) },
        ...(network !== null && { network: valueOf(network, power) }),
        quantiles: (between ?? []).map((_, at, all) =>
          valueOf(
            all.slice(0, at + 1).reduce((sum, step) => sum + step, 0),
            power,
          ),
        ),
      }));
  const workload = (id: string) =>
    fc.record({
      id: fc.constant(id),
      ratios: fc.tuple(...arms.slice(1).map(ratioOf)),
      arms: fc.tuple(...arms.map(timesOf)),
    });
  return fc.record({
    study: fc.constant(of.study),
    startedAt: fc.constant('2026-11-21T14:22:09.123Z'),
    seed: fc.nat(0xffffffff),
    end: fc.constantFrom('complete', 'cancelled', 'lost'),
    plan: fc.record({
      rule: fc.constantFrom('fixed', 'until-decided', 'time'),
      arms: fc.constant(arms),
      workloads: fc.constant([...of.workloads]),
    }),
    environment: fc
      .tuple(
        some({
          network: fc.record({
            roundTripMs: fc.integer({ min: 1, max: 300 }),
            jitterMs: fc.nat(10),
          }),
          platform: fc.constant('Windows NT 10.0; Win64'),
          colo: fc.constant('FRA'),
          thread: fc.constantFrom('worker', 'page'),
        }),
        fc.integer({ min: 1, max: 1000 }),
      )
      .map(([more, clockStepUs]) => ({
        ...{ setting: 'deployed', origin: 'https://bench.example.org', runtime: 'Chromium 156' },
        ...{ clockStepUs, ...more },
      })),
    workloads: fc.tuple(...of.workloads.map(workload)),
  });
}

/** One of them, always the same. */
function oneOf(arbitrary: fc.Arbitrary<Finding>): Finding {
  return fc.sample(arbitrary, { numRuns: 1, seed: 7 })[0] as Finding;
}

const study = findStudy('lumenize-vs-capnweb');
/** With the library that records of a site have where its package is installed. */
const named = withOriginal(study);
const all = { study: study.id, arms: study.arms.map(({ id }) => id) };
/** As many arms as have room in a link with very many workloads. */
const ROOM = 8;
const few = findings({ ...all, workloads: ['increment', 'mixed'] });

it('gives back what was packed', async () => {
  await fc.assert(
    fc.asyncProperty(few, async (finding) => {
      const text = await packFinding(finding);
      expect(text.length).toBeLessThan(LONGEST);
      expect(await unpackFinding(text)).toEqual(finding);
    }),
    { numRuns: 50 },
  );
});

it('does not round a time that was no half as if it were one', async () => {
  const apart = fc.oneof(fc.double({ min: 1e-5, max: 4e-4, noNaN: true }), fc.constant(0));
  const amounts = fc.tuple(fc.integer({ min: 100, max: 999 }), apart, fc.boolean());
  await fc.assert(
    fc.asyncProperty(amounts, few, async ([whole, by, isLess], finding) => {
      const [workload, ...others] = finding.workloads;
      const [arm, ...rest] = workload?.arms ?? [];
      if (workload === undefined || arm === undefined) throw new Error('got nothing to pack');
      const median = Number((whole + 0.5 + (isLess ? -by : by)).toPrecision(8));
      const arms = [
        { arm: arm.arm, median, low: median - 1, high: median + 1, quantiles: [] },
        ...rest,
      ];
      const text = await packFinding({ ...finding, workloads: [{ ...workload, arms }, ...others] });
      const read = (await unpackFinding(text)).workloads[0]?.arms[0];
      const shown = ({ median, low = NaN, high = NaN }: typeof arm) =>
        [median, low, high].map((each) => each.toFixed());
      expect(read && shown(read)).toEqual(arms.slice(0, 1).flatMap(shown));
    }),
    { numRuns: 50 },
  );
});

const folder = `content/records/${study.id}`;
const records = readdirSync(folder).flatMap((file) => {
  const record = readRecord(readFileSync(`${folder}/${file}`, 'utf8'), file);
  if (record.kind !== 'measured') return [];
  const analysed = olderAnalysisFile(`${study.id}/${file.replace('.json', '')}`);
  if (record.schema === 1) attachAnalysis(record, readFileSync(analysed, 'utf8'));
  return [{ file, record }];
});

/** The finding with the study’s first arms: those that it lacks take a little more time than one it has. */
function withArms(finding: Finding, count: number): Finding {
  const missing = all.arms.slice(0, count).filter((arm) => !finding.plan.arms.includes(arm));
  const more = <Row extends { arm: string }>(rows: Row[]): Row[] =>
    missing.flatMap((arm, at) => {
      const longer = (key: string, value: unknown) =>
        typeof value === 'number' && key !== 'level' ? value * (1.0317 + at * 0.0173) : value;
      const row = rows.find((each) => study.subjects.includes(each.arm));
      return row === undefined
        ? []
        : [{ ...(JSON.parse(JSON.stringify(row, longer)) as Row), arm }];
    });
  return {
    ...finding,
    plan: { ...finding.plan, arms: [...finding.plan.arms, ...missing] },
    workloads: finding.workloads.map(({ id, ratios, arms }) => ({
      ...{ id, ratios: [...ratios, ...more(ratios)], arms: [...arms, ...more(arms)] },
    })),
  };
}

it('leaves the distribution of the last workloads out of what would be too long', async () => {
  const [every] = records.toSorted(
    (one, other) => other.record.plan.workloads.length - one.record.plan.workloads.length,
  );
  if (every === undefined) throw new Error('records: got none, expected one with many workloads');
  const whole = findingOf(every.record, analyse(every.record, study), 'complete');
  const finding = withArms(whole, ROOM);
  expect(finding.workloads[0]?.arms).toHaveLength(ROOM + 1);
  const text = await packFinding(finding);
  expect(text.length).toBeLessThanOrEqual(LONGEST);
  const read = await unpackFinding(text);
  const kept = read.workloads.map(({ arms }) => arms.some(({ quantiles }) => quantiles.length > 0));
  expect(kept).toContain(true);
  expect(kept).toContain(false);
  expect(kept.indexOf(false)).toBeGreaterThan(kept.lastIndexOf(true));
  for (const [at, { id, ratios, arms }] of read.workloads.entries()) {
    expect(id).toBe(finding.workloads[at]?.id);
    expect(ratios.map(({ arm }) => arm)).toEqual(
      finding.workloads[at]?.ratios.map(({ arm }) => arm),
    );
    expect(arms.map(({ arm }) => arm)).toEqual(finding.workloads[at]?.arms.map(({ arm }) => arm));
  }
  await expect(packFinding(withArms(whole, study.arms.length))).rejects.toThrow(
    /^This result does not fit into a link: got \d+ characters, expected at most 5900\.$/,
  );
});

/** Only a command takes those from outside in, and a page has no names for them. */
const ofSite = records.filter(({ record }) => !record.plan.arms.some(isOutside));
const withOutside = records.filter((each) => !ofSite.includes(each));

it.each(withOutside)('refuses $file, for its arms from outside', async ({ record }) => {
  const finding = findingOf(record, analyse(record, study), 'complete');
  await expect(packFinding(finding)).rejects.toThrow(
    /^plan\.arms\[\d\]: got "outside:.*", expected/,
  );
});

it.each(ofSite)('holds the ratios of $file to four digits', async ({ record }) => {
  const finding = findingOf(record, analyse(record, study), 'complete');
  const text = await packFinding(finding);
  expect(text.length).toBeLessThanOrEqual(LONGEST);
  const read = await unpackFinding(text);
  expect(studyOf(read, [named])).toBe(named);
  expect(read.plan).toEqual(finding.plan);
  expect(read.environment).toEqual(JSON.parse(JSON.stringify(finding.environment)));
  const ratios = (of: typeof finding) => of.workloads.flatMap((each) => each.ratios);
  expect(ratios(read)).toHaveLength(ratios(finding).length);
  for (const [at, { ratio, verdict }] of ratios(read).entries()) {
    const own = ratios(finding)[at];
    expect(ratio / (own?.ratio ?? NaN)).toBeCloseTo(1, 3);
    expect(verdict).toBe(own?.verdict);
  }
});

describe('refuses', async () => {
  const finding = oneOf(few);
  const sound = await packFinding(finding);
  const { workloads, ...head } = finding;
  const arms = head.plan.arms;
  const flip = (at: number) =>
    `${sound.slice(0, at)}${sound[at] === 'A' ? 'B' : 'A'}${sound.slice(at + 1)}`;
  const packed = async (bytes: Uint8Array<ArrayBuffer>) => `1.${await compress(bytes)}`;
  const text = (content: string) => packed(new TextEncoder().encode(content));
  const numbers = workloads.flatMap((each) => toNumbers(each, arms));
  const line = (json: string) => packed(joined(json, numbers));
  const changed = (change: object) => line(JSON.stringify({ ...head, ...change }));
  const ran = (change: object) => changed({ environment: { ...head.environment, ...change } });
  const planned = (change: object) => changed({ plan: { ...head.plan, ...change } });
  /** With these numbers instead, followed by those of the second workload. */
  const rows = (...first: number[]) =>
    packed(
      joined(JSON.stringify(head), [
        ...first,
        ...workloads.slice(1).flatMap((each) => toNumbers(each, arms)),
      ]),
    );
  const damaged = /^This link is damaged: .*got .*, expected .*\.$/s;
  const asText = new RegExp(`^RangeError: ${damaged.source.slice(1)}`, 's');
  const field = (name: string) =>
    new RegExp(`^This link is damaged: ${name}.*: got .*, expected .*\\.$`, 's');

  it.each<[what: string, link: string | Promise<string>, why: RegExp]>([
    ['nothing', '', /^This is no link to a result: got nothing, expected/],
    ['a heading of the page', 'results', /^This is no link to a result: got "results"/],
    ['markup', '<script>alert(1)</script>', /^This is no link to a result/],
    ['another version', `2${sound.slice(1)}`, /got version 2 of it, expected version 1\.$/],
    ['a version alone', '1.', damaged],
    ['the first half', sound.slice(0, sound.length / 2), damaged],
    ['all but the last character', sound.slice(0, -1), damaged],
    ['one character more', `${sound}A`, damaged],
    ['it twice', `${sound}${sound.slice(2)}`, damaged],
    ['what a chat program has wrapped', `${sound.slice(0, 70)}\n${sound.slice(70)}`, damaged],
    ['a full stop behind it', `${sound}.`, damaged],
    ['another first character', flip(2), damaged],
    ['another character in the middle', flip(Math.floor(sound.length / 2)), damaged],
    ['another last character', flip(sound.length - 1), damaged],
    ['too long a text', `1.${'A'.repeat(30_000)}`, damaged],
    ['what grows to 10 MB', text(' '.repeat(10_000_000)), damaged],
    ['text in one line', text('no result'), damaged],
    ['text in two lines', text('no\nresult'), damaged],
    ['bytes that are no text', packed(new Uint8Array([0xff, 0xfe, 0x0a])), damaged],
    ['a list', line('[]'), damaged],
    ['null', line('null'), damaged],
    ['an object of others', line('{"hello":"world"}'), field('study')],
    ['a field too many', changed({ html: '<b>' }), field('html')],
    [
      'a prototype',
      line(JSON.stringify(head).replace('{', '{"__proto__":{"polluted":1},')),
      field('__proto__'),
    ],
    [
      'a constructor',
      changed({ constructor: { prototype: { polluted: 1 } } }),
      field('constructor'),
    ],
    ['a script for a study', changed({ study: '<script>alert(1)</script>' }), field('study')],
    [
      'a script for an arm',
      planned({ arms: ['"><img src=x onerror=alert(1)>'] }),
      field('plan.arms'),
    ],
    ['a script for a runtime', ran({ runtime: '<script>' }), field('environment.runtime')],
    ['a script for a bench', ran({ origin: 'javascript:alert(1)' }), field('environment.origin')],
    ['an unknown setting', ran({ setting: 'moon' }), field('environment.setting')],
    ['a seed below 0', changed({ seed: -1 }), field('seed')],
    ['no seed', changed({ seed: null }), field('seed')],
    [
      'an infinite budget',
      line(
        JSON.stringify({ ...head, plan: { ...head.plan, budgetMs: 'B' } }).replace('"B"', '1e999'),
      ),
      field('plan.budgetMs'),
    ],
    ['a day that is none', changed({ startedAt: '2026-13-45T00:00:00Z' }), field('startedAt')],
    [
      'a workload without numbers',
      planned({ workloads: ['increment', 'mixed', 'third'] }),
      field('number of ratios of third'),
    ],
    ['numbers without a workload', planned({ workloads: ['increment'] }), field('the end')],
    ['more arms than there are', rows(200), field('number of ratios of increment')],
    ['an arm that is not in the plan', rows(1, 40), field('arm of increment')],
    ['a verdict that is none', rows(1, 1, 9), field('verdict of increment')],
    ['a unit beyond all', rows(1, 1, 0, 99), field('unit of increment')],
    ['a ratio of 0', rows(1, 1, 0, 9, 0), field('ratio of increment')],
    [
      'an interval that ends below 0',
      rows(1, 1, 0, 9, 1000, 2000),
      field('lower end of increment'),
    ],
    ['a level above 1', rows(1, 1, 0, 9, 1000, 0, 0, 20_000), field('level of increment')],
  ])('%s', async (_what, link, why) => {
    const error: unknown = await unpackFinding(await link).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RangeError);
    expect((error as RangeError).message).toMatch(why);
    expect(Object.prototype).not.toHaveProperty('polluted');
  });

  it('any other character anywhere, unless it says the same', async () => {
    for (let at = 2; at < sound.length; at += allCases ? 1 : 13) {
      const read = await unpackFinding(flip(at)).catch(String);
      // Bits that only fill a byte mean nothing.
      if (typeof read === 'string') expect(read, `character ${at}`).toMatch(asText);
      else expect(read, `character ${at}`).toEqual(finding);
    }
  });

  it('to pack an arm that is not in the plan', async () => {
    const plan = { ...finding.plan, arms: arms.slice(1) };
    await expect(packFinding({ ...finding, plan })).rejects.toThrow('got -1, expected a whole one');
  });

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
    expect(() => studyOf(foreign, [study])).toThrow(
      new RegExp(`the ${what} “(other|echo).*, expected`),
    );
  });
});
