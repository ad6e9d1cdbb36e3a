import { describe, expect, it } from 'vitest';
import { results } from '../places/probes/outcome.ts';
import {
  betweenText,
  elsewhereText,
  findingText,
  groupText,
  type Pair,
  readPair,
  sideOf,
  sideText,
  windowsText,
} from './capabilities.ts';

const pair: Pair = ['Cap’n Web', 'kkrpc'];

describe('two results', () => {
  it.each(results)('have no side where both are %s', (result) => {
    expect(sideOf(result, result)).toBeUndefined();
  });

  it('are on the side of the one that passes, if one does', () => {
    expect(sideOf('pass', 'partly')).toBe('first');
    expect(sideOf('not-applicable', 'pass')).toBe('second');
    expect(sideOf('partly', 'fail')).toBe('neither');
  });
});

describe('the words of the matrix', () => {
  it('say what was found, and who passes alone', () => {
    expect(findingText(pair, 53, 105)).toBe(
      'Of 105 questions put to each RPC system, 53 come out differently for Cap’n Web and kkrpc',
    );
    expect(sideText('first', pair, 42)).toBe('Cap’n Web passes, kkrpc does not: 42');
    expect(sideText('second', pair, 10)).toBe('kkrpc passes, Cap’n Web does not: 10');
    expect(sideText('neither', pair, 1)).toBe('Neither passes, each in its own way: 1');
  });

  it('say on how many questions the ways between objects differ', () => {
    expect(betweenText(23, 5, 14)).toBe(
      'Of 23 questions put to each of 5 ways to call from one Durable Object to another, 14 come out differently.',
    );
  });

  it('say on how many questions the ways between windows differ', () => {
    expect(windowsText(18, 5, 14)).toBe(
      'Of 18 questions put to each of 5 ways to call from a page to its worker or frame, 14 come out differently.',
    );
  });

  it('count what differs in a group', () => {
    expect(groupText(0, 3)).toBe('none of 3 differs');
    expect(groupText(1, 3)).toBe('1 of 3 differs');
    expect(groupText(2, 3)).toBe('2 of 3 differ');
    expect(groupText(3, 3)).toBe('all 3 differ');
    expect(groupText(1, 1)).toBe('it differs');
  });

  it('lead from a group to those of its questions that stand elsewhere', () => {
    expect(elsewhereText('Errors', 0)).toBe('Errors in full, with code');
    expect(elsewhereText('Errors', 1)).toBe(
      'Errors in full, with code, and with the 1 that differs',
    );
    expect(elsewhereText('Errors', 4)).toBe(
      'Errors in full, with code, and with the 4 that differ',
    );
  });
});

describe('an address', () => {
  const known = ['lumenize', 'capnweb', 'kkrpc'];

  it('names two systems, or none', () => {
    expect(readPair('?compare=capnweb,kkrpc', known)).toEqual(['capnweb', 'kkrpc']);
    expect(readPair('', known)).toBeUndefined();
  });

  it.each(['', 'kkrpc', 'kkrpc,kkrpc', 'kkrpc,grpc', 'lumenize,capnweb,kkrpc'])(
    'that asks for "%s" is told what there is',
    (asked) => {
      expect(() => readPair(`?compare=${asked}`, known)).toThrow(
        `compare: got "${asked}", expected two of lumenize, capnweb, kkrpc`,
      );
    },
  );
});
