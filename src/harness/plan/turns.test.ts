import { describe, expect, it } from 'vitest';
import { operationsOfTurn, roundsOfSession } from './plan.ts';

describe('operations of a turn', () => {
  it.each([
    ['a slow operation, alone', 5, 1, 1],
    ['as many as a millisecond holds', 0.3, 1, 4],
    ['as many as twenty steps of the clock hold', 1, 100, 2],
    ['as many as twenty steps of a coarse clock hold', 1, 500, 10],
    ['twenty, however short they are', 0.02, 1, 20],
    ['as many as twenty steps hold, timed as one, where ten steps are longer', 0.2, 100, 10],
    ['as many of them as twenty steps hold', 0.02, 1000, 1000],
    ['some where the clock has not moved', 0, 1000, 40],
  ])('are %s', (_what, fastestMs, clockStepUs, operations) => {
    expect(operationsOfTurn({}, fastestMs, clockStepUs)).toBe(operations);
  });

  it('are whole cycles', () => {
    expect(operationsOfTurn({ cycle: 3 }, 0.3, 1)).toBe(6);
    expect(operationsOfTurn({ cycle: 2 }, 5, 1)).toBe(2);
  });

  it('are what the workload says, where it does', () => {
    expect(operationsOfTurn({ turn: 640 }, 5, 1)).toBe(640);
  });
});

describe('rounds of a session', () => {
  it('leave room for twenty sessions in the time, but are no more than twenty', () => {
    expect(roundsOfSession({}, 10, 2000, 0)).toBe(10);
    expect(roundsOfSession({}, 1, 1_000_000, 0)).toBe(20);
    expect(roundsOfSession({}, 1000, 100, 0)).toBe(1);
  });

  it('take as long as opening does, as far as that leaves ten sessions', () => {
    expect(roundsOfSession({}, 100, 10_000, 700)).toBe(7);
    expect(roundsOfSession({}, 100, 10_000, 5000)).toBe(10);
  });

  it('share out the rounds of a run of fixed length', () => {
    expect(roundsOfSession({ rounds: 200 }, 1, 1, 0)).toBe(10);
    expect(roundsOfSession({ rounds: 3 }, 1, 1, 0)).toBe(1);
    expect(roundsOfSession({ rounds: 5000 }, 1, 1, 0)).toBe(20);
  });
});
