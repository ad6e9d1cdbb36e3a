import { describe, expect, it } from 'vitest';
import { analyse } from '../harness/statistics/index.ts';
import { findingOf } from './finding.ts';
import { besideSoFar } from './so-far.ts';
import { recordFor, study } from './testing/study.ts';

const record = recordFor(20);
const published = findingOf(record, analyse(record, study), 'complete');
const after = (sessions: number, beside = {}) =>
  besideSoFar(study, record.plan, record.sessions.slice(0, sessions), beside);
const whoseIn = ({ groups }: ReturnType<typeof after>) =>
  groups.flatMap(({ rows }) => rows.map(({ times }) => times.map(({ whose }) => whose)));

describe('a run that goes on', () => {
  it('has a row for every arm of its plan from the beginning, with what was published', () => {
    expect(whoseIn(after(0))).toEqual([[], [], []]);
    expect(whoseIn(after(0, { published }))).toEqual([['published'], ['published'], ['published']]);
  });

  it('shows nothing of its own before four sessions of a workload, then times and ratios', () => {
    expect(after(3, { published }).hasOwn).toBe(false);
    const four = after(4, { published });
    expect(four.hasOwn).toBe(true);
    expect(new Set(whoseIn(four).map((all) => all.join(' ')))).toEqual(
      new Set(['published yours']),
    );
    const one = four.groups[0]?.rows.find(({ system }) => system === 'one');
    expect(one?.ratio?.ratio).toBeCloseTo(1.5, 1);
    const { times } = after(6).groups[0]?.rows.find(({ system }) => system === 'one') ?? {
      times: [],
    };
    expect(times[0]?.low).toBeLessThan(times[0]?.ms ?? 0);
  });

  it('keeps its rows in their places', () => {
    const labels = (sessions: number) =>
      after(sessions, { published }).groups.map(({ rows }) => rows.map(({ label }) => label));
    expect(labels(4)).toEqual(labels(0));
  });
});
