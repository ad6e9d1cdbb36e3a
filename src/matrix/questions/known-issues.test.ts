import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import {
  addressOf,
  foundIssues,
  type KnownIssue,
  knownIssues,
  nameOf,
  readIssues,
  shownBy,
  stateOf,
} from './known-issues.ts';

const report = {
  repository: 'cloudflare/capnweb',
  number: 230,
  systems: ['capnweb'],
  says: 'A Map cannot be sent.',
  instead: 'Send a list of pairs.',
  shownBy: { question: 'values-map' } as object,
};
const queries = { capnweb: ['one', 'two', 'three', 'four'] };
const read = (issues: readonly object[], more: object = {}) =>
  readIssues(stringify({ sought: '2026-11-26', queries, issues, ...more }), 'issues.yaml');

describe('the file', () => {
  it('has at least 25 reports, whose ids there all are', () => {
    expect(knownIssues().issues.length).toBeGreaterThanOrEqual(25);
  });

  it.each<[string, object, RegExp]>([
    ['a question', { shownBy: { question: 'values-mop' } }, /question: got "values-mop", expected/],
    ['a system', { systems: ['grpc'] }, /capnweb#230 systems: got "grpc", expected one of/],
    ['a system without queries', { systems: ['kkrpc'] }, /systems: got "kkrpc", expected one of c/],
    ['a study', { shownBy: { study: 'x', workload: 'y' } }, /study: got "x", expected one of/],
    ['a workload', { shownBy: { study: 'streams', workload: 'y' } }, /workload: got "y", expected/],
    [
      'a workload without a reason',
      { shownBy: { study: 'streams', workload: 'down-few' } },
      /notHere: got nothing, expected why down-few/,
    ],
    ['a repository', { repository: 'capnweb' }, /owner\/name, got "capnweb"\n.*issues\[0\]\.rep/],
    ['a field', { wrong: 1 }, /Unrecognized key: "wrong"\n.*issues\[0\]/],
    ['a tie', { shownBy: {} }, /expected a question, a study and a .*\n.*issues\[0\]\.shownBy/],
  ])(
    'that names %s wrongly is refused with the value got and the value expected',
    (_, wrong, says) => {
      expect(() => read([{ ...report, ...wrong }])).toThrow(says);
    },
  );

  it('that has a report twice is refused by its name', () => {
    expect(() => read([report, report])).toThrow(
      'issues.yaml: got cloudflare/capnweb#230 twice, expected each report once',
    );
  });

  it('that seeks for a library with less effort, or for none that there is, is refused', () => {
    expect(() => read([], { queries: { capnweb: ['one'] } })).toThrow(
      />=4 items\n.*queries\.capnweb/,
    );
    expect(() => read([], { queries: { grpc: queries.capnweb } })).toThrow(/queries: got "grpc"/);
  });
});

/** A report as it is read. */
const issueOf = (more: object = {}): KnownIssue =>
  read([{ ...report, ...more }]).issues[0] as KnownIssue;

it('names a report, its address, and what shows it', () => {
  const pull = issueOf({ kind: 'pull', number: 201 });
  expect([nameOf(pull), addressOf(pull), addressOf(issueOf())]).toEqual([
    'cloudflare/capnweb#201',
    'https://github.com/cloudflare/capnweb/pull/201',
    'https://github.com/cloudflare/capnweb/issues/230',
  ]);
  expect(shownBy(pull)).toMatchObject({ question: { id: 'values-map' } });
  const tie = { shownBy: { study: 'streams', workload: 'up-small' }, notHere: 'It states times.' };
  expect(shownBy(issueOf(tie))).toMatchObject({ workload: { id: 'up-small' } });
});

const answer = (result: 'pass' | 'partly' | 'fail' | 'not-applicable') => [
  { probe: 'values-map', system: 'capnweb', result },
];

it.each([
  ['fail', {}, 'still so'],
  ['partly', {}, 'still so'],
  ['pass', {}, 'mended in our version'],
  ['partly', { seenAs: ['fail'] }, 'mended in our version'],
  ['not-applicable', {}, 'not reproducible here'],
  ['fail', { notHere: 'The server half works around it.' }, 'not reproducible here'],
] as const)('an answer of %s with %j means %s', (result, more, state) => {
  expect(stateOf(issueOf(more), 'capnweb', answer(result))).toBe(state);
});

it('is not reproducible without an answer', () => {
  expect(stateOf(issueOf(), 'capnweb', [])).toBe('not reproducible here');
});

describe('the issues of a run', () => {
  const found = { report: 'cloudflare/capnweb#230', system: 'capnweb', question: 'values-map' };

  it('say what has become of each, and what was recorded where that is something else', () => {
    const issues = [issueOf()];
    expect(foundIssues(issues, answer('fail'), answer('fail'), false)).toEqual([
      { ...found, state: 'still so' },
    ]);
    expect(foundIssues(issues, answer('fail'), answer('pass'), false)).toEqual([
      { ...found, state: 'mended in our version', was: 'still so' },
    ]);
  });

  it('leave out what was not asked, unless everything was', () => {
    const other = [{ probe: 'values-map', system: 'kkrpc', result: 'pass' } as const];
    expect(foundIssues([issueOf()], [], other, false)).toEqual([]);
    expect(foundIssues([issueOf()], [], other, true)).toEqual([
      { ...found, state: 'not reproducible here' },
    ]);
  });
});
