import { describe, expect, it } from 'vitest';
import { evaluate, evaluateNumbers, type Formula } from './figures.ts';
import { measuredResult, testScope } from './testing/scope.ts';

const results = { 'sums/one': measuredResult(2), 'sums/two': measuredResult(3) };
const quoted = testScope({}, results);
const measured = testScope({ records: Object.keys(results) }, results);
const one = testScope({ records: ['sums/one'] }, results);
const both = testScope({ records: ['sums/2025-01-02-own', 'sums/2025-10-20-before'] });

/** Formulas by what they give. */
const values: Record<string, [Formula<unknown>, scope?: typeof quoted]> = {
  '24.43': [($) => $.result('slow', 'add').totalMs],
  '26.75': [($) => $.result('slow', 'add', '2025-10-20-before').totalMs],
  '17.15': [($) => $.result('fast', 'add').totalMs, both],
  '"hung"': [($) => $.result('hung', 'add').outcome],
  '"finished"': [($) => $.result('slow', 'add').outcome],
  false: [($) => $.result('slow', 'add').validated],
  '0.01': [($) => $.figure('stringify')],
  '[3,2]': [($) => [$.high('gain'), $.low('gain')]],
  '5': [($) => $.setting('Duration')],
  '[10,50]': [($) => $.settings('Batches')],
  '0.2443': [($) => $.time('slow', 'add')],
  '1.42449': [($) => Number($.ratio('slow', 'add').toFixed(5))],
  // A ratio takes throughputs where a time is missing, and amounts of data where both are.
  '2': [($) => $.ratio('slow', 'take')],
  '1.5': [($) => $.ratio('slow', 'send')],
  '"2025-01-02T12:00:00.000Z"': [($) => $.date()],
  '"2026-11-22T12:00:00.000Z"': [($) => $.date(), measured],
  '0.4': [($) => $.median('slow', 'add', 1), measured],
  '3': [($) => $.paired('slow', 'fast', 'add', 'two'), measured],
  '"slower-by-margin"': [($) => $.class('slow', 'fast', 'add', 2), measured],
  '"faster-by-margin"': [($) => $.class('fast', 'slow', 'add', 2), measured],
  '[2,3]': [($) => $.paired('slow', 'fast', 'add', [1, 2]), measured],
  '1.98': [($) => Number($.from('slow', 'fast', 'add', 1).toFixed(2)), measured],
  '[2.02,2.02]': [($) => $.upTo('slow', 'fast', $.workloads(1), 1), measured],
  '[2,3,6]': [
    ($) => [$.frames('out', 'slow', 'add', 1), ...$.ends([$.frames('in', 'slow', 'add', 1), 6])],
    measured,
  ],
  '2500000': [($) => $.mean($.reading('caller/end/system', 'slow', undefined, 1)), measured],
};

it.each(Object.entries(values))('%s', (expected, [formula, scope = quoted]) => {
  expect(JSON.stringify(evaluate(formula, scope).value)).toBe(expected);
});

/** Formulas by what is wrong with them. */
const broken: Record<string, [Formula<unknown>, scope?: typeof quoted]> = {
  'got none in sums/2025-01-02-own, expected one of slow under add': [
    ($) => $.result('slow', 'ad'),
  ],
  'got several, in sums/2025-01-02-own, sums/2025-10-20-before, expected one': [
    ($) => $.result('slow', 'add').totalMs,
    both,
  ],
  'result "slow under add": got none in none': [($) => $.result('slow', 'add').totalMs, measured],
  // A comparison with nothing would be false.
  'totalMs of "slow" under "take": got none': [($) => $.result('slow', 'take').totalMs > 1],
  'sums/2025-10-21.json: got no such file': [($) => $.figure('drift', '2025-10-21')],
  'record: got 3, expected 1 to 2, a place': [($) => $.median('slow', 'add', 3), measured],
  'figure "x": got none in sums/2025-01-02-own, expected one of stringify': [($) => $.figure('x')],
  'value of the figure "gain": got none, expected $.low or $.high': [($) => $.figure('gain')],
  'low of the figure "drift": got none, expected $.figure': [($) => $.low('drift')],
  'single number "Runtime": got none': [($) => $.setting('Runtime')],
  'single number "Batches": got none': [($) => $.setting('Batches')],
  'configuration "Warm-up": got none, expected one of Duration': [($) => $.settings('Warm-up')],
  'date of sums/undated: got none': [($) => $.date('undated')],
  'time of "hung" under "add": got none': [($) => $.time('hung', 'add')],
  'ratio of "hung" to "fast" under "add": got none': [($) => $.ratio('hung', 'add')],
  'record: got sums/2025-01-02-own, a quoted one': [($) => $.median('slow', 'add')],
  'arm: got "quick", expected one of fast, slow': [($) => $.median('quick', 'add', 1), measured],
  'workload: got "ad", expected one of add': [($) => $.paired('slow', 'fast', 'ad', 1), measured],
  // Nothing judges a pair with neither the reference nor the plain way in it.
  'of "slow" and "fast" under "take": got none': [($) => $.class('slow', 'fast', 'take'), one],
  'frames "up" of "slow" under "add": got none': [
    ($) => $.frames('up' as 'in', 'slow', 'add'),
    one,
  ],
  'reading "sentOn" of "slow": got none': [($) => $.reading('sentOn', 'slow'), measured],
  'got 24.43 from a formula that reads nothing': [() => 24.43],
  'got -Infinity, expected a finite number': [($) => $.figure('drift') / 0],
  'got "2 ms", expected a finite number': [($) => `${$.figure('limit')} ms`],
  'got an empty list, expected a number': [($) => [$.figure('limit')].slice(1)],
};

it.each(Object.entries(broken))('%s', (message, [formula, scope = quoted]) => {
  expect(() => evaluateNumbers(formula, scope)).toThrow(message);
});

describe('figures that are given as they were read', () => {
  it.each<[isPlain: boolean, Formula<unknown>]>([
    [true, ($) => $.result('slow', 'add').totalMs],
    [true, ($) => [$.low('gain'), $.high('gain')]],
    [true, ($) => $.settings('Batches')],
    [false, ($) => $.result('slow', 'add').totalMs / 1000],
    [false, ($) => Math.max($.low('gain'), $.high('gain'))],
    [false, ($) => $.time('slow', 'take')],
  ])('are told from computed ones: %s %s', (isPlain, formula) => {
    expect(evaluateNumbers(formula, quoted)).toMatchObject({ isPlain, from: 'quoted' });
  });

  it('stand in their own unit alone', () => {
    const inUnit = (formula: Formula<unknown>, unit: 'ms' | 's' | 'calls') =>
      evaluateNumbers(formula, quoted, unit).numbers;
    expect(inUnit(($) => $.settings('Batches'), 'calls')).toEqual([10, 50]);
    expect(inUnit(($) => $.figure('stringify') / 1000, 's')).toEqual([0.00001]);
    expect(() => inUnit(($) => $.figure('stringify'), 's')).toThrow('got unit "s", expected "ms"');
  });
});

it('says where numbers come from', () => {
  expect(evaluateNumbers(($) => $.median('slow', 'add', 1), measured).from).toBe('measured');
  expect(evaluateNumbers(($) => $.answered(3, 10), quoted).from).toBe('estimated');
});
