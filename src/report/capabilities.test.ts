import { describe, expect, it } from 'vitest';
import { findingText, lacksText, readCompared } from './capabilities.ts';

describe('the words of the matrix', () => {
  it('say what was found among a few systems, which they name, or among many', () => {
    expect(findingText(105, 53, ['Cap’n Web', 'kkrpc'])).toBe(
      'Of 105 questions put to each RPC system, 53 come out differently for Cap’n Web and kkrpc.',
    );
    expect(findingText(105, 99, ['a', 'b', 'c', 'd'])).toBe(
      'Of 105 questions put to each RPC system, 99 come out differently among 4 systems.',
    );
  });

  it('say what a system lacks, and what it has in part', () => {
    expect(lacksText([], [])).toBe('lacks none of them');
    expect(lacksText(['Map', 'Date', 'cycles'], [])).toBe('lacks Map, Date, and cycles');
    expect(lacksText(['Map'], ['streams'])).toBe('lacks Map; in part: streams');
  });
});

describe('an address', () => {
  const known = ['lumenize', 'capnweb', 'kkrpc'];

  it('names two systems or more, or none', () => {
    expect(readCompared('?compare=capnweb,kkrpc', known)).toEqual(['capnweb', 'kkrpc']);
    expect(readCompared('?compare=kkrpc,lumenize,capnweb', known)).toHaveLength(3);
    expect(readCompared('', known)).toBeUndefined();
  });

  it.each(['', 'kkrpc', 'kkrpc,kkrpc', 'kkrpc,grpc'])(
    'that asks for "%s" is told what there is',
    (asked) => {
      expect(() => readCompared(`?compare=${asked}`, known)).toThrow(
        `compare: got "${asked}", expected two or more of lumenize, capnweb, kkrpc`,
      );
    },
  );
});
