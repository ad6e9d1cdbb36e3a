import { describe, expect, it } from 'vitest';
import { CONTROL } from '../harness/record/index.ts';
import { findOutline } from '../studies/outlines.ts';
import { answersOf, implementationNote, tallySentence } from './answer.ts';
import type { Ending, Finding, RatioFinding } from './finding.ts';
import { spaced } from './table.ts';

const study = findOutline('lumenize-vs-capnweb');
const SUBJECT = 'lumenize/hibernating';

type Parts = Partial<RatioFinding>;

/** The finding of one workload: the subject's ratio beside that of the A/A control. */
function finding(subject: Parts, control: Parts = {}, end: Ending = 'complete'): Finding {
  const arms = [SUBJECT, 'capnweb/in-memory', CONTROL];
  const made = (arm: string, parts: Parts): RatioFinding => ({
    ...{ arm, ratio: 1, low: 0.98, high: 1.02, level: 0.95, verdict: 'equal' as const },
    ...parts,
  });
  return {
    ...{ study: study.id, startedAt: '2026-11-21T14:22:09.123Z', seed: 7, end },
    plan: { rule: 'until-decided', budgetMs: 15_000, arms, workloads: ['increment'] },
    environment: {
      setting: 'workerd',
      origin: 'http://localhost:8788',
      runtime: 'Node 24',
      clockStepUs: 5,
    },
    workloads: [
      { id: 'increment', ratios: [made(SUBJECT, subject), made(CONTROL, control)], arms: [] },
    ],
  };
}

function said(subject: Parts, control?: Parts, end?: Ending, where = 'From here'): string {
  const [answer] = answersOf(study, finding(subject, control, end), where);
  return spaced(answer?.sentence ?? 'nothing');
}

const faster = { ratio: 0.93, low: 0.91, high: 0.95, verdict: 'faster' as const };
const slower = { ratio: 1.16, low: 1.09, high: 1.22, verdict: 'slower' as const };
const open = { ratio: 1.03, low: 0.94, high: 1.12, verdict: 'undecided' as const };

describe('an answer', () => {
  it('that one is faster', () => {
    expect(said(faster)).toBe(
      'From here, Lumenize’s protocol is faster than Cap’n Web: one call that writes takes 0.93× as long (0.91–0.95).',
    );
  });

  it('that one is slower', () => {
    expect(said(slower)).toBe(
      'From here, Lumenize’s protocol is slower than Cap’n Web: one call that writes takes 1.16× as long (1.09–1.22).',
    );
  });

  it('that there is no difference', () => {
    expect(said({ ratio: 0.99, low: 0.97, high: 1.02 })).toBe(
      'From here, one call that writes takes 0.99× as long with Lumenize’s protocol as with Cap’n Web (0.97–1.02): no difference larger than 5 %.',
    );
  });

  it('that it is undecided', () => {
    expect(said(open)).toBe(
      'From here, one call that writes takes 1.03× as long with Lumenize’s protocol as with Cap’n Web (0.94–1.12): undecided.',
    );
  });

  it('that the A/A control is off', () => {
    const control = { ratio: 1.08, low: 1.03, high: 1.13, flaw: 'differs' as const };
    expect(said(slower, control)).toBe(
      'From here, nothing can be said of one call that writes: Cap’n Web differed from itself, 1.08× (1.03–1.13).',
    );
  });

  it('that the difference is no larger than the noise', () => {
    const control = { low: 0.8, high: 1.25, flaw: 'wide' as const };
    expect(said(slower, control)).toBe(
      'From here, one call that writes takes 1.16× as long with Lumenize’s protocol as with Cap’n Web (1.09–1.22): noise alone moved Cap’n Web by 25 %.',
    );
  });

  it('that the run was stopped by hand, which decides nothing', () => {
    expect(said(faster, {}, 'cancelled')).toBe(
      'From here, one call that writes takes 0.93× as long with Lumenize’s protocol as with Cap’n Web (0.91–0.95): stopped early, so no verdict.',
    );
  });

  it('that there were too few sessions', () => {
    const found = finding({});
    const bare = { arm: SUBJECT, ratio: 1.03, verdict: 'undecided' as const };
    found.workloads[0]?.ratios.splice(0, 1, bare);
    expect(answersOf(study, found, 'From here')[0]?.sentence).toBe(
      'From here, one call that writes takes 1.03× as long with Lumenize’s protocol as with Cap’n Web: from too few sessions for an interval.',
    );
  });

  it('begins with the subject where no place is named, and names a level under 95 %', () => {
    expect(said({ ...faster, level: 0.938 }, {}, 'complete', '')).toBe(
      'Lumenize’s protocol is faster than Cap’n Web: one call that writes takes 0.93× as long (0.91–0.95; 93.8 % interval).',
    );
    expect(said(open, {}, 'complete', '')).toMatch(/^One call that writes takes /);
  });

  it('is of the first subject that ran', () => {
    const found = finding(faster);
    found.plan.arms = ['lumenize/in-memory'];
    found.workloads[0]?.ratios.push({ ...slower, arm: 'lumenize/in-memory' });
    expect(answersOf(study, found, '')[0]?.sentence).toMatch(
      /^Lumenize’s protocol in memory is slower than Cap’n Web:/,
    );
  });
});

describe('a count of comparisons', () => {
  const all = (...parts: Parts[]) => parts.flatMap((part) => answersOf(study, finding(part), ''));

  it('names what was decided, and how much was not', () => {
    expect(spaced(tallySentence(study, all(faster, faster, slower, {}, open)))).toBe(
      'Lumenize’s protocol is faster than Cap’n Web in 2 of 5 comparisons, slower in 1, within 5 % in 1; 1 is undecided.',
    );
    expect(spaced(tallySentence(study, all({}, {}, open, open)))).toBe(
      'Lumenize’s protocol is within 5 % of Cap’n Web in 2 of 4 comparisons; 2 are undecided.',
    );
  });

  it('says that nothing is decided', () => {
    expect(tallySentence(study, all(open, open))).toBe(
      'Whether Lumenize’s protocol is faster or slower than Cap’n Web, none of 2 comparisons can tell.',
    );
  });
});

it('says whose implementation a short name stands for, where sources measured another', () => {
  const note =
    'Lumenize’s protocol here is this site’s implementation of it, not the published library.';
  expect(implementationNote(study, [SUBJECT])).toBe(note);
  expect(implementationNote(study, ['capnweb/in-memory', 'lumenize/in-memory'])).toBe(note);
  expect(implementationNote(study, ['capnweb/in-memory'])).toBeUndefined();
});
