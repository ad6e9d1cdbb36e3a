import { describe, expect, it } from 'vitest';
import { evaluate, evaluateIntervals } from './formula.ts';
import { intervalOf } from './interval.ts';
import { testScope } from './testing/scope.ts';

const scope = testScope();
const field = 'content/entries/sums/2025-01-02-own.mdx claims.0.of';
const found = (text: string) => evaluateIntervals({ text, field }, scope);
/** Both ends of each value, one after the other. */
async function endsOf(text: string): Promise<number[]> {
  const values = await found(text);
  if (typeof values === 'boolean') throw new Error(`got ${values}, expected numbers`);
  return values.flatMap((value) => [intervalOf(value).low, intervalOf(value).high]);
}

describe('a formula over what printed digits leave open', () => {
  it.each<[string, number[]]>([
    ['$r("slow", "add").totalMs', [24.425, 24.435]],
    ['$r("padded", "add").totalMs', [16.995, 17.005]],
    ['$f("stringify")', [0.005, 0.015]],
    ['[$low("gain"), $high("gain")]', [1.5, 2.5, 2.5, 3.5]],
    ['-$f("drift")', [7.15, 7.25]],
    ['$abs($f("drift"))', [7.15, 7.25]],
    ['$f("drift") + $f("drift")', [-14.5, -14.3]],
    ['$t("slow", "add")', [0.24425, 0.24435]],
    ['$ratio("slow", "take")', [4999.5 / 2500.5, 5000.5 / 2499.5]],
    ['["add", "take"].$r("slow", $).(1 / 4)', [0.25, 0.25, 0.25, 0.25]],
    ['$max([$low("gain"), $high("gain")])', [2.5, 3.5]],
    ['$min([$low("gain"), $high("gain")])', [1.5, 2.5]],
    ['$sum([$low("gain"), $high("gain")]) - 1', [3, 5]],
    ['$average([$low("gain"), $high("gain")])', [2, 3]],
    ['$sum($config("Batches")) * $r("slow", "add").operations', [6000, 6000]],
    // What was assumed is what was set, and counts are whole.
    ['$f("limit")', [2, 2]],
    ['$r("hung", "add").completed', [28, 28]],
  ])('%s lies in %j', async (text, expected) => {
    const ends = await endsOf(text);
    expect(ends).toHaveLength(expected.length);
    for (const [index, end] of expected.entries()) expect(ends[index]).toBeCloseTo(end, 9);
  });

  it.each<[string, may: boolean, must: boolean]>([
    ['$r("slow", "add").totalMs > 24.43', true, false],
    ['$r("slow", "add").totalMs < 24.43', true, false],
    ['$r("slow", "add").totalMs > 24.42', true, true],
    ['$r("slow", "add").totalMs > 24.44', false, false],
    ['$r("slow", "add").totalMs >= 24.42 and $r("slow", "add").totalMs <= 24.44', true, true],
    // What the source prints alike is the same; what is computed may be by chance.
    ['$r("slow", "add").totalMs = 24.43', true, true],
    ['$r("slow", "add").totalMs <= 24.43', true, true],
    ['$r("slow", "add").totalMs = 24.4301', true, false],
    ['$r("slow", "add").totalMs * 1 = 24.43', true, false],
    ['$r("slow", "add").totalMs = 24.44', false, false],
    ['$r("slow", "add").totalMs != 24.43', false, false],
    ['$r("slow", "add").totalMs != 24.4301', true, false],
    ['["slow", "fast"].$r($, "add").totalMs != [24.43, 17.151]', true, false],
    ['$r("slow", "add").totalMs != 24.44', true, true],
    ['$f("limit") != 2', false, false],
    ['$f("limit") <= 2 and $f("limit") >= 2', true, true],
    ['$f("limit") < 2 or $f("limit") > 2', false, false],
    ['["slow", "fast"].$r($, "add").totalMs = [24.43, 17.15]', true, true],
    ['["slow", "fast"].$r($, "add").totalMs = [24.43, 17.16]', false, false],
    ['$r("hung", "add").outcome = "hung" and $r("slow", "add").outcome != "hung"', true, true],
    ['$every(["add", "take"], function($w) { $ratio("slow", $w) > 1 })', true, true],
    ['$every(["add", "take"], function($w) { $ratio("slow", $w) < 2 })', true, false],
    ['$count(["add", "take"][$ratio("slow", $) > 1.9]) = 1', true, true],
  ])('%s may be so: %s, must be so: %s', async (text, may, must) => {
    expect(await evaluateIntervals({ text, field }, scope, 'may')).toBe(may);
    expect(await evaluateIntervals({ text, field }, scope, 'must')).toBe(must);
  });

  it('holds the value of the numbers themselves', async () => {
    for (const text of [
      '$ratio("slow", "add")',
      '($t("slow", "add") / $t("fast", "add") - 1) * 100',
    ]) {
      const [low = NaN, high = NaN] = await endsOf(text);
      const { value } = await evaluate({ text, field }, scope);
      expect(low).toBeLessThan(Number(value));
      expect(high).toBeGreaterThan(Number(value));
    }
  });

  it.each([
    ['$round($f("drift"))', /Argument 1 of function "round"/],
    ['$not($f("drift") > 0)', /got \$not, expected a comparison the other way round/],
    ['1 / ($f("stringify") - 0.01)', /got a divisor from .*, expected one that cannot be 0/],
    ['$f("drift") > "0"', /got "0" for >, expected a number/],
    ['($x := $f("drift"); $max([]))', /got an empty list for \$max/],
    ['$r("slow", "add").arm', /got "slow", expected numbers, true or false/],
    ['24.43', /got a formula that reads nothing/],
  ])('%s is refused', async (text, message) => {
    await expect(found(text)).rejects.toThrow(message);
  });
});
