import { describe, expect, it } from 'vitest';
import { checkClaims } from './check.ts';
import { claimSchema } from './claim.ts';
import { testScope } from './testing/scope.ts';

const check = (...claims: object[]) =>
  checkClaims(
    { id: 'sums/2025-01-02-own', claims: claims.map((claim) => claimSchema.parse(claim)) },
    testScope(),
  );

const slower = { text: 'slower', unit: '×', of: '$ratio("slow", "add")' };

describe('checking a claim', () => {
  it('shows what was stated, and what the record gives with one digit more', async () => {
    expect(await check({ ...slower, stated: '1.42' })).toEqual([
      {
        study: 'sums',
        entry: '2025-01-02-own',
        text: 'slower',
        stated: '1.42×',
        recomputed: '1.424×',
        verdict: 'holds',
      },
    ]);
  });

  it.each([
    [{ stated: '1.43', ...slower }, 'rounded differently', '1.43×', '1.424×'],
    [{ stated: '1.5', ...slower }, 'rounded differently', '1.5×', '1.42×'],
    [{ stated: '1.7', ...slower }, 'does not hold', '1.7×', '1.42×'],
    [
      { text: 'gain', stated: '2–4', unit: '%', of: '[$low("gain"), $high("gain")]' },
      'rounded differently',
      '2–4\u202f%',
      '2–3\u202f%',
    ],
    [
      { text: 'change', stated: '-7.20', unit: '%', of: '$f("drift")' },
      'holds',
      '−7.20\u202f%',
      '−7.2\u202f%',
    ],
    [
      { text: 'within', stated: 'within 1–2', unit: '×', of: '["add", "take"].$ratio("slow", $)' },
      'holds',
      'within 1–2×',
      '1.4–2.0×',
    ],
    [
      { text: 'under', stated: '<1.4', unit: '×', of: '$ratio("slow", "add") - 0.0244' },
      'does not hold',
      '<1.4×',
      '1.4001×',
    ],
    [
      {
        text: 'take is slower',
        stated: true,
        of: '$ratio("slow", "take") < 1',
        shows: '"it takes " & $ratio("slow", "take") & " times as long"',
      },
      'does not hold',
      'in words',
      'it takes 2 times as long',
    ],
    [
      {
        text: 'all slower',
        stated: true,
        of: '$ratio("slow", "add") > 1',
        shows: '$ratio("slow", "add")',
      },
      'holds',
      'in words',
      '1.424',
    ],
  ])('%j %s', async (claim, verdict, stated, recomputed) => {
    const [checked] = await check(claim);
    expect(checked).toMatchObject({ verdict, stated, recomputed });
  });

  it('says what is missing, and what is likely', async () => {
    const [open, wrong] = await check(
      { text: 'connecting', stated: 'within 20–50', unit: '%', missing: 'a run on one connection' },
      { ...slower, stated: '2', likely: 'The other row was read.' },
    );
    expect(open).toMatchObject({
      verdict: "can't be checked",
      stated: 'within 20–50\u202f%',
      missing: 'a run on one connection',
    });
    expect(open).not.toHaveProperty('recomputed');
    expect(wrong).toMatchObject({
      verdict: 'rounded differently',
      likely: 'The other row was read.',
    });
  });
});

describe('a claim with a broken formula fails', () => {
  it.each([
    [{ text: 'x', stated: '1', of: '$f("none")' }, /claims\.0\.of: got no figure "none"/],
    [
      { text: 'x', stated: '1', of: '[$low("gain"), $high("gain")]' },
      /claims\.0\.of.*got 2 values/,
    ],
    [{ text: 'x', stated: '1–2', of: '$f("drift")' }, /got 1 values, expected two/],
    [{ text: 'x', stated: '1', unit: 'ms', of: '$f("drift")' }, /got unit "ms", expected "%"/],
    [{ text: 'x', stated: '1', of: '$f("drift") > 0' }, /got false, expected a number/],
    [
      { text: 'x', stated: true, of: '$f("drift")', shows: '"x"' },
      /got -7.2, expected true or false/,
    ],
    [
      { text: 'x', stated: true, of: '$f("drift") < 0', shows: '$f("none")' },
      /claims\.0\.shows: got no/,
    ],
  ])('%j', async (claim, message) => {
    await expect(check(claim)).rejects.toThrow(message);
    await expect(check(claim)).rejects.toThrow(
      /^content\/entries\/sums\/2025-01-02-own\.mdx claims/,
    );
  });
});
