import { describe, expect, it } from 'vitest';
import { readArgs, UsageError } from '../shared/args.ts';
import { compareCommand, readCompareOptions } from './options.ts';

function read(...argv: string[]) {
  const args = readArgs(compareCommand, argv);
  if (args === 'help') throw new Error('help was asked for');
  return readCompareOptions(args);
}

describe('the command line of compare', () => {
  it('reads two records', () => {
    expect(read('a.json', 'b.json', '--margin', '10', '--across-settings')).toMatchObject({
      kind: 'records',
      files: ['a.json', 'b.json'],
      margin: 0.1,
      failOnSlower: false,
      allowed: ['across-settings'],
    });
  });

  it('reads a revision, and takes the first study unless another is named', () => {
    expect(read('--interleaved', 'main', '--rounds', '6', '--fail-on', 'slower')).toMatchObject({
      kind: 'interleaved',
      revision: 'main',
      study: { id: 'lumenize-vs-capnweb' },
      length: { rule: 'fixed', rounds: 6 },
      margin: undefined,
      failOnSlower: true,
      decided: false,
    });
    const other = read('--interleaved', 'main', 'call-delay', '--workloads', 'calls-20');
    expect(other).toMatchObject({ study: { id: 'call-delay' }, workloads: ['calls-20'] });
  });

  it('measures for a minute unless another time is asked for', () => {
    const lengthOf = (...argv: string[]) => read('--interleaved', 'main', ...argv);
    expect(lengthOf()).toMatchObject({ length: { rule: 'time', budgetMs: 60_000 } });
    expect(lengthOf('--time', '5')).toMatchObject({ length: { rule: 'time', budgetMs: 5000 } });
  });

  it.each([
    [['a.json'], 'records: got 1, expected two files'],
    [['a', 'b', 'c'], 'records: got 3, expected two files'],
    [['a', 'b', '--rounds', '5'], '--rounds: got "5" here, expected it with --interleaved only'],
    [['a', 'b', '--time', '5'], '--time: got "5" here, expected it with --interleaved only'],
    [['--interleaved', 'x', '--time', '5', '--rounds', '5'], 'expected one of the two'],
    [['--interleaved', 'x', '--across-settings'], 'expected it with two records only'],
    [['--interleaved', 'x', 'nobody'], 'study: got "nobody"'],
    [
      ['--interleaved', 'x', 'page-to-worker'],
      'study: got "page-to-worker", which runs in a page, expected one that runs without: lumenize-',
    ],
    [
      ['--interleaved', 'x', 'grpc-go-vs-lisp'],
      'study: got "grpc-go-vs-lisp", whose servers have no revision, expected one whose do: lumenize-',
    ],
    [['a', 'b', '--fail-on', 'faster'], '--fail-on: got "faster", expected one of slower'],
    [['a', 'b', '--margin', '5%'], '--margin: got "5%", expected a number above 0'],
    [['a', 'b', '--interleave', 'x'], 'the nearest known one is --interleaved'],
  ])('refuses %j', (argv, message) => {
    expect(() => read(...argv)).toThrow(UsageError);
    expect(() => read(...argv)).toThrow(message);
  });
});
