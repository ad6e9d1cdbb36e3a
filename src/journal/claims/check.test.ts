import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { checkClaims } from './check.ts';
import { type Claim, type Claims, claimsFile, readClaims } from './claim.ts';
import type { Figures } from './figures.ts';
import { measuredResult, testScope } from './testing/scope.ts';

const ENTRY = 'sums/2025-01-02-own';
const neighbours = [{ id: 'notes', path: 'NOTES.md', commit: 'def5678' }];
const log = { repository: 'owner/sums', path: 'LOG.md', commit: 'abc1234', neighbours };
const scope = testScope({}, { 'sums/measured': measuredResult(1.5) });

function check(claim: Claim, ...documents: string[]) {
  const sources = new Map(['log', ...documents].map((id) => [id, log]));
  const [checked] = checkClaims({ id: ENTRY, claims: [claim], sources }, scope);
  return { ...checked };
}

const text = 'slower';
const slower = ($: Figures) => $.ratio('slow', 'add');
const less = ($: Figures) => slower($) - 0.0244;
const ratios = ($: Figures) => ['add', 'take'].map((each) => $.ratio('slow', each));
const gain = ($: Figures) => [$.low('gain'), $.high('gain')];
const drift = ($: Figures) => $.figure('drift') + 7.1;
const total = ($: Figures) => $.result('slow', 'add').totalMs;
const shows = ($: Figures) => `${slower($).toFixed(1)}×`;
const beside = {
  text,
  unit: '×',
  value: ($) => $.result('slow', 'rate').msPerOperation / $.result('fast', 'rate').msPerOperation,
  also: ($) => $.time('slow', 'rate') / $.time('fast', 'rate'),
} as const satisfies Omit<Extract<Claim, { also?: object }>, 'stated'>;

it.each<[outcome: string, Claim]>([
  ['holds: 1.4, 1.42', { text, stated: '1.4', value: slower }],
  ['holds: 1.42, 1.424, 1.4238–1.4252', { text, stated: '1.42', value: slower }],
  ['rounded differently: 1.43, 1.424, 1.4238–1.4252', { text, stated: '1.43', value: slower }],
  ['does not hold: 1.7, 1.42', { text, stated: '1.7', value: slower }],
  // The range that the digits also allow is printed, and decides nothing.
  ['rounded differently: 2–4, 2–3, 1.5–3.5', { text, stated: '2–4', value: gain }],
  ['holds: within 1–2, 1.4–2.0', { text, stated: 'within 1–2', value: ratios }],
  ['does not hold: <1.4, 1.4001, 1.399–1.401', { text, stated: '<1.4', value: less }],
  // A 0 has the digits that it is stated with.
  ['does not hold: 0.000 %, −0.1000 %', { text, unit: '%', stated: '0.000', value: drift }],
  // A figure printed beside counts, and is named only where it was needed.
  ['holds: 1.09×, 1.0949×, 1.0947–1.0951×, 1.096×', { ...beside, stated: '1.09' }],
  ['holds: 1.10×, 1.096×, 1.089–1.103×', { ...beside, stated: '1.10' }],
  ['holds: in words, 1.4×', { text, holds: ($) => slower($) > 1.42, shows }],
  ['does not hold: in words, 1.4×', { text, holds: ($) => slower($) > 1.43, shows }],
  // Digits that were not printed may decide a comparison, and none of what is printed.
  ["can't be told: in words, 1.4×, true", { text, holds: ($) => slower($) > 1.424, shows }],
  ["can't be told: in words, 1.4×, false", { text, holds: ($) => slower($) > 1.425, shows }],
  ["can't be told: in words, x, true", { text, holds: ($) => total($) === 24.43, shows: 'x' }],
  ['holds: in words, x', { text, holds: ($) => total($.asPrinted) === 24.43, shows: 'x' }],
  // Expectations, and descriptions without a number, stand beside the result without a verdict.
  ['expectation: 9, 1.4', { text, as: 'expectation', stated: '9', value: slower }],
  ['expectation: in words, x', { text, as: 'expectation', shows: 'x' }],
  ['described, not judged: in words, 1.4×', { text, as: 'description', shows }],
  ["can't be checked: within 20–50 %", { text, unit: '%', stated: 'within 20–50', missing: 'y' }],
  ['does not hold: in words', { text, against: { says: 'no', url: 'https://example.org/' } }],
])('the outcome of a claim is %s', (outcome, claim) => {
  const { verdict, stated, recomputed, between, unaided, asPrinted } = check(claim);
  const all = [stated, recomputed, between, unaided, asPrinted];
  const shown = all.filter((each) => each !== undefined).join(', ');
  expect(`${verdict}: ${shown}`.replaceAll('\u202f', ' ')).toBe(outcome);
});

const line = (number: number, file = 'abc1234/LOG.md') =>
  `https://github.com/owner/sums/blob/${file}?plain=1#L${number}`;
const open = { text: '“a” and “b”', missing: 'a run' };
const pair = { record: 'measured', of: 'slow', to: 'fast', workload: 'add' };

it.each<[Claim, object]>([
  [open, { document: 'log', missing: 'a run', quoted: undefined }],
  [
    { ...open, line: 3, likely: 'A slip.' },
    { quoted: [line(3)], likely: 'A slip.' },
  ],
  [
    { ...open, line: [3, 5], here: '/x/' },
    { quoted: [line(3), line(5)], here: '/x/' },
  ],
  [{ ...open, line: 7, neighbour: 'notes' }, { quoted: [line(7, 'def5678/NOTES.md')] }],
  [{ text, against: { says: '“not”', line: 7 } }, { against: { says: '“not”', href: line(7) } }],
  [
    { ...open, today: [pair] },
    { today: [{ record: 'sums/measured', of: 'slow', to: 'fast', figure: { value: 1.5 } }] },
  ],
])('%j leads to %j', (claim, expected) => {
  expect(check(claim)).toMatchObject(expected);
});

const saved = (ratio: number) => (1 - 1 / ratio) * 100;

it.each<[verdict: string | undefined, Claim]>([
  ['holds', { text, unit: '×', stated: '1.5', value: slower, today: [pair] }],
  ['does not hold', { text, unit: '×', stated: '1.42', value: slower, today: [pair] }],
  ['does not hold', { ...open, today: [{ ...pair, says: '<1' }] }],
  ['holds', { text, unit: '%', stated: '33', value: slower, today: [{ ...pair, as: saved }] }],
  // A time is not a factor, and words alone say nothing of one.
  [undefined, { text, unit: 'ms', stated: '1.5', value: slower, today: [pair] }],
  [undefined, { ...open, today: [{ ...pair, to: undefined, says: '<1' }] }],
  [undefined, { ...open, today: [pair] }],
])('by what is measured today the verdict is %s: %j', (verdict, claim) => {
  expect(check(claim).today?.[0]?.verdict).toBe(verdict);
});

it('needs to know which of several documents has the line', () => {
  expect(check({ ...open, line: 3, document: 'log' }, 'other').quoted).toHaveLength(1);
  expect(() => check({ ...open, line: 3 }, 'other')).toThrow(
    'line: got document undefined, expected one of log, other',
  );
});

it.each<[message: string, Claim]>([
  ['value: figure "x": got none', { text, stated: '1', value: ($) => $.figure('x') }],
  ['value: got 2 values, expected 1', { text, stated: '1', value: ($) => $.settings('Batches') }],
  ['also: figure "x"', { text, stated: '1', value: slower, also: ($) => $.figure('x') }],
  ['holds: figure "x"', { text, holds: ($) => $.figure('x') > 1, shows: 'x' }],
  ['shows: figure "x"', { text, as: 'description', shows: ($) => `${$.figure('x')}` }],
  ['stated: got "1e3", expected a number', { text, stated: '1e3', value: slower }],
  ['line: got 2 lines, expected 1 or 3', { ...open, text: '“a”, “b”, “c”', line: [1, 2] }],
  ['line: got 1 lines, expected none', { ...open, text, line: 1 }],
  ['line: got neighbour "x" of log, expected one of notes', { ...open, line: 1, neighbour: 'x' }],
  ['today: arm: got "x"', { ...open, today: [{ ...pair, of: 'x' }] }],
])('a claim that is wrong fails with its file and text: %s', (message, claim) => {
  expect(() => check(claim)).toThrow(`${claimsFile(ENTRY)} “${claim.text}” ${message}`);
});

it('the compiler refuses a claim that lacks a field, misspells one, or has one of another kind', () => {
  const claims: Claims = [
    // @ts-expect-error without what was stated
    { text, value: slower },
    // @ts-expect-error without what is shown
    { text, holds: ($: Figures) => slower($) > 1 },
    // @ts-expect-error with a formula and without one
    { text, stated: '1', value: slower, missing: 'a run' },
    // @ts-expect-error in words
    { text, stated: 'about 3', value: slower },
    // @ts-expect-error misspelt
    { text, missing: 'a run', lines: 3 },
    // @ts-expect-error in a unit that there is not
    { text, stated: '1', unit: 'sec', value: slower },
  ];
  expect(claims).toHaveLength(6);
});

it('the file beside an entry is loaded with its types, may be missing, and exports claims', async () => {
  const root = mkdtempSync(join(tmpdir(), 'roundtrip-claims-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const read = async (id: string, code?: string) => {
    const file = join(root, claimsFile(id));
    mkdirSync(dirname(file), { recursive: true });
    if (code !== undefined) writeFileSync(file, code);
    return readClaims(pathToFileURL(`${root}/`), id);
  };
  const code = `const text: string = 'x'; export const claims = [{ text }];`;
  expect(await read('sums/one', code)).toEqual([{ text: 'x' }]);
  expect(await read('sums/two')).toEqual([]);
  await expect(read('sums/three', 'export const claim = [];')).rejects.toThrow(
    `${claimsFile('sums/three')}: got no export "claims"`,
  );
});
