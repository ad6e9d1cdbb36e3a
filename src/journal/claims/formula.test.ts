import { describe, expect, it } from 'vitest';
import { expectClaim } from './elements.ts';
import { evaluate, evaluateNumbers } from './formula.ts';
import { measuredResult, testScope } from './testing/scope.ts';

const scope = testScope();
const field = 'content/entries/sums/2025-01-02-own.mdx claims.0.of';
const valueOf = async (text: string, within = scope) =>
  (await evaluate({ text, field }, within)).value;

describe('the functions of a formula', () => {
  it.each([
    ['$r("slow", "add").totalMs', 24.43],
    ['$r("slow", "add", "2025-10-20-before").totalMs', 26.75],
    ['$f("stringify")', 0.01],
    ['[$low("gain"), $high("gain")]', [2, 3]],
    ['$config("Duration")', 5],
    ['$round($t("slow", "add"), 4)', 0.2443],
    ['$round($ratio("slow", "add"), 4)', 1.4245],
    ['$ratio("fast", "add")', 1],
    ['($moment("2025-10-20-before") - $moment()) / 86400000', 290.5],
    ['$r("hung", "add").outcome = "hung" and $r("slow", "add").outcome != "hung"', true],
    ['$r("slow", "add").validated', false],
    ['$not(false in ["add", "take"].($w := $; $ratio("slow", $w) > 1))', true],
    ['$not(false in ["add", "take"].($w := $; $ratio("slow", $w) > 1.9))', false],
    ['$max(["add", "take"].$ratio("slow", $))', 2],
    ['($w := "add"; $r("slow", $w).operations)', 100],
  ])('%s is %j', async (text, expected) => {
    expect(await valueOf(text)).toEqual(expected);
  });

  it('take throughput for a ratio where a time is missing, and amounts of data where both are', async () => {
    expect(await valueOf('$ratio("slow", "send")')).toBeCloseTo(1.5, 12);
  });

  it('take medians and ratios from a measured record, by its name or its place', async () => {
    const records = { 'sums/measured': measuredResult(1.5) };
    const within = testScope({ records: ['sums/measured'] }, records);
    expect(await valueOf('$median("fast", "add")', within)).toBe(0.2);
    expect(await valueOf('$t("fast", "add", "measured")', within)).toBe(0.2);
    expect(await valueOf('$paired("slow", "fast", "add")', within)).toBe(1.5);
    expect(await valueOf('$frames("in", "slow", "add")', within)).toBe(3);
    expect(await valueOf('$max($reading("caller/end/system", "slow"))', within)).toBe(3e6);
    await expect(valueOf('$t("fast", "add", 2)', within)).rejects.toThrow(
      'record: got 2, expected 1 to 1, a place in the entry’s list',
    );
    expect(await valueOf('$moment()', within)).toBe(Date.parse('2026-11-22T12:00:00Z'));
    expect(await evaluate({ text: '$median("fast", "add")', field }, within)).toMatchObject({
      from: 'measured',
      isPlain: true,
    });
    await expect(valueOf('$r("slow", "add")', within)).rejects.toThrow(
      /got measured records only \(sums\/measured\), expected a quoted one/,
    );
    await expect(valueOf('$median("quick", "add")', within)).rejects.toThrow(
      /got "quick", expected one of fast, slow of content\/results\/sums\/measured.json: `npm run results`/,
    );
  });
});

describe('a broken formula', () => {
  it.each([
    [
      '$r("slow", "ad").totalMs',
      /got no result of "slow" under "ad" in .*expected one of slow under add/,
    ],
    ['$r("slow", "take").totalMs', /got no totalMs in the result of "slow" under "take"/],
    // JSONata alone would call this comparison with nothing false.
    ['$r("slow", "take").totalMs > 1 and true', /got no totalMs/],
    ['$r("slow", "add").totlMs', /got the unknown field totlMs, expected one of .*totalMs/],
    [
      '$r("slow", "add", "2025-10-21").totalMs',
      /content\/results\/sums\/2025-10-21.json: got no such file/,
    ],
    ['$r("slow").totalMs', /got no result of "slow" under "undefined"/],
    ['$r("slow", "add")', /got an object, expected a number/],
    ['$f("strngify")', /got no figure "strngify" in .*expected one of stringify, gain, drift/],
    ['$f("gain")', /got no value in the figure "gain", expected \$low or \$high/],
    ['$low("drift")', /got no low in the figure "drift", expected \$f/],
    ['$config("Runtime")', /got configuration "Runtime" with "Node.js 22.14.0", expected a number/],
    ['$config("Warm-up")', /got no configuration "Warm-up", expected one of Duration, Batches/],
    ['$moment("undated")', /got a record without a date, expected one whose source gives it/],
    ['$t("hung", "add")', /got no time per operation of "hung" under "add"/],
    ['$ratio("hung", "add")', /got no ratio of "hung" to "fast" under "add"/],
    ['$median("slow", "add")', /a quoted record, expected a measured one/],
    ['$f("drift") / 0', /got -?Infinity, expected a finite number/],
    ['$f("drift") > 0 ? 1', /got nothing, expected a number/],
    ['$f("drift") + $nought', /got the unknown name \$nought/],
    ['$f("drift") + $random()', /got the unknown name \$random/],
    ['24.43', /got a formula that reads nothing/],
    ['$f("drift") +', /Unexpected end of expression/],
  ])('%s is refused', async (text, expected) => {
    await expect(valueOf(text)).rejects.toThrow(expected);
  });

  it('is named with file and field', async () => {
    await expect(valueOf('$f("none")')).rejects.toThrow(
      'content/entries/sums/2025-01-02-own.mdx claims.0.of: got no figure "none" in ' +
        'content/results/sums/2025-01-02-own.json, expected one of stringify, gain, drift, limit: ' +
        '`npm run results` writes what the record has, in the formula $f("none")',
    );
  });

  it('is one whose result stands in two of the records', async () => {
    const both = testScope({ records: ['sums/2025-01-02-own', 'sums/2025-10-20-before'] });
    await expect(valueOf('$r("slow", "add").totalMs', both)).rejects.toThrow(
      /got 2 for the result of "slow" under "add" \(.*\), expected one: name its record/,
    );
    expect(await valueOf('$r("fast", "add").totalMs', both)).toBe(17.15);
  });
});

describe('a formula that merely reads', () => {
  it.each([
    ['$r("slow", "add").totalMs', true],
    ['($r("slow", "add").totalMs)', true],
    ['[$low("gain"), $high("gain")]', true],
    ['$config("Duration")', true],
    ['$r("slow", "add").totalMs / 1000', false],
    ['-$f("drift")', false],
    ['$t("slow", "take")', false],
    ['["add"].$r("slow", $).totalMs', false],
  ])('is told from one that computes: %s', async (text, isPlain) => {
    expect(await evaluate({ text, field }, scope)).toMatchObject({ from: 'quoted', isPlain });
  });
});

it('takes a figure that is merely read in its own unit alone', async () => {
  const inUnit = (text: string, unit: 'ms' | 's' | 'calls') =>
    evaluateNumbers({ text, field, unit }, scope);
  expect((await inUnit('$f("stringify")', 'ms')).numbers).toEqual([0.01]);
  expect((await inUnit('$config("Batches")', 'calls')).numbers).toEqual([10, 50]);
  expect((await inUnit('$f("stringify") / 1000', 's')).numbers).toEqual([0.00001]);
  await expect(inUnit('$f("stringify")', 's')).rejects.toThrow(/got unit "s", expected "ms"/);
  await expect(inUnit('$r("slow", "add").totalMs', 's')).rejects.toThrow(/expected "ms"/);
});

describe('the functions over measured records', () => {
  const records = { 'sums/one': measuredResult(2), 'sums/two': measuredResult(3) };
  const file = 'content/entries/sums/one.mdx';
  const claim = (of: string, own = Object.keys(records)) =>
    expectClaim({ of }, file, testScope({ records: own }, records));

  it.each([
    "$from('slow', 'fast', 'add', 1) > 1.9 and $upTo('slow', 'fast', 'add', 1) < 2.1",
    // One value for each combination.
    "$count($paired('slow', 'fast', $workloads(1), [1, 2])) = 4",
    "$min($from('slow', 'fast', $workloads(1), [1, 2])) > 1.9",
    "$max($upTo('slow', 'fast', $workloads(1), [1, 2])) > 2.9",
    "$paired('slow', 'fast', 'add', 'two') > 2.9",
    '$count($arms(1)) = 2',
  ])('%s', async (of) => {
    await expect(claim(of)).resolves.toBeUndefined();
  });

  it.each([
    ["$upTo('slow', 'fast', 'add', 1) < 1", 'got false, expected true'],
    ["$from('slow', 'fast', 'add', 1)", 'expected true'],
    ["$frames('up', 'slow', 'add', 1) > 1", 'got no frames "up"'],
    ["$max($reading('caller/start', 'slow')) > 1", 'got no reading "caller/start" of "slow"'],
    ["$reading('sentOn', 'slow', 'echo', 1) > 1", 'got no reading "sentOn" of "slow"'],
  ])('%s is refused', async (of, message) => {
    await expect(claim(of)).rejects.toThrow(message);
    await expect(claim(of)).rejects.toThrow(file);
  });
});
