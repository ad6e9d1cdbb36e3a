import { expect, it } from 'vitest';
import { expectClaim } from './elements.ts';
import { measuredResult, testScope } from './testing/scope.ts';

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

it('takes the only record of an entry', async () => {
  await expect(claim("$from('slow', 'fast', 'add') > 1", ['sums/one'])).resolves.toBeUndefined();
});

it.each([
  ["$upTo('slow', 'fast', 'add', 1) < 1", 'got false, expected true'],
  ["$from('slow', 'fast', 'add', 1)", 'expected true'],
  ["$from('slow', 'quick', 'add', 1) > 1", 'got "quick", expected one of fast, slow'],
  ["$from('slow', 'fast', 'add', 3) > 1", 'got 3, expected 1 to 2'],
  ["$frames('up', 'slow', 'add', 1) > 1", 'got no frames "up"'],
  ["$max($reading('caller/start', 'slow')) > 1", 'got no reading "caller/start" of "slow"'],
  ["$reading('sentOn', 'slow', 'echo', 1) > 1", 'got no reading "sentOn" of "slow"'],
  ['1 < 2', 'got a formula that reads nothing'],
])('%s is refused', async (of, message) => {
  await expect(claim(of)).rejects.toThrow(message);
  await expect(claim(of)).rejects.toThrow(file);
});
