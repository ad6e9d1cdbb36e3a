import { describe, expect, it } from 'vitest';
import { normal, seeded } from '../plan/index.ts';
import { madeUpRecord } from '../testing/fixture.ts';
import { look } from './analyse.ts';

const options = {
  reference: 'reference',
  subjects: ['subject'],
  margin: 0.05,
  elapsedMs: 0,
  maxMs: Infinity,
};

const recordOf = (rounds: number, ratio: number, spread = 0.1) => {
  const random = seeded(1);
  return madeUpRecord({
    arms: ['reference', 'subject', 'twin'],
    rounds,
    planned: 40,
    block: ({ arm }) => [
      Math.round(1e6 * (arm === 'subject' ? ratio : 1) * Math.exp(spread * normal(random))),
    ],
  });
};

describe('look', () => {
  it('does not look between planned looks, however clear the difference', () => {
    for (const rounds of [1, 8, 10, 12]) {
      expect(look(recordOf(rounds, 5), options)).toMatchObject({ type: 'not-due' });
    }
    expect(look(recordOf(10, 5), options)).toEqual({ type: 'not-due', nextLook: 13 });
  });

  it('does not look while a round is under way', () => {
    const record = recordOf(9, 5);
    expect(look({ ...record, blocks: record.blocks.slice(0, -1) }, options).type).toBe('not-due');
  });

  it('stops at the first look that decides', () => {
    expect(look(recordOf(9, 5), options)).toMatchObject({ type: 'stop', because: 'decided' });
  });

  it('goes on while undecided, until the rounds are done', () => {
    expect(look(recordOf(9, 1, 0.5), options)).toMatchObject({ type: 'go-on', nextLook: 13 });
    expect(look(recordOf(40, 1, 0.5), options)).toMatchObject({ type: 'stop', because: 'rounds' });
  });

  it('stops when time is up, in the middle of a round too', () => {
    const record = recordOf(10, 1, 0.5);
    const partial = { ...record, blocks: record.blocks.slice(0, -1) };
    expect(look(partial, { ...options, elapsedMs: 60_000, maxMs: 60_000 })).toMatchObject({
      type: 'stop',
      because: 'time',
    });
  });

  it('never calls a run decided that asks nothing', () => {
    expect(look(recordOf(9, 5), { ...options, subjects: [] }).type).toBe('go-on');
  });
});
