import { expect, it } from 'vitest';
import { madeUpSessions } from '../harness/testing/fixture.ts';
import { aboutText, facts } from './where.ts';

const made = madeUpSessions({ arms: ['a/b', 'twin'], sessions: 1, turn: () => [1] });

it('names what took the turns, and the processors that callers and servers had', () => {
  const told = (environment: Partial<typeof made.environment>) =>
    facts({ ...made, environment: { ...made.environment, ...environment } }).filter(({ term }) =>
      /generator|Bound/.test(term),
    );
  expect(told({})).toEqual([]);
  expect(told({ generator: 'http2-frames', pinned: { client: [0, 1], servers: [2, 3] } })).toEqual([
    { term: 'Load generator', value: 'one in Go on frames of HTTP/2, in a process of its own' },
    {
      term: 'Bound to processors',
      value: 'load generator to 0, 1, servers started for the run to 2, 3',
    },
  ]);
});

const systems = ['one', 'other'].map((id) => ({ id, versions: {} }));
const about = { setting: 'workerd' as const, commit: null, dirty: false, colo: null, systems };
const arms = [{ system: 'one' }, { system: 'other' }, { system: 'one' }];

it('says what runs there', () => {
  expect(aboutText('http://localhost:9001', about, { arms })).toBe(
    'http://localhost:9001 is a bench: workerd on a local machine. It has every system of this study.',
  );
});

it('says where it was built from, where it is, and what it lacks', () => {
  const deployed = {
    ...about,
    setting: 'deployed' as const,
    commit: '0123456789abcdef',
    colo: 'AMS',
  };
  expect(
    aboutText(
      'https://b.example',
      { ...deployed, dirty: true },
      { arms: [...arms, { system: 'third' }] },
    ),
  ).toBe(
    'https://b.example is a bench: a deployed Worker, built from commit 0123456789 with changes that were not committed, in the data centre AMS. It lacks third: the arms of that will not connect.',
  );
});

it('looks for what serves a study’s arms, where that is not their systems', () => {
  expect(aboutText('http://a', about, { arms, servedAs: 'other' })).toContain('It has every');
  expect(aboutText('http://a', about, { arms, servedAs: 'third' })).toContain('It lacks third:');
});
