import { describe, expect, it } from 'vitest';
import { CONTROL } from '../harness/record/index.ts';
import { findOutline } from '../studies/outlines.ts';
import { answersOf, implementationNote } from './answer.ts';
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
      {
        ...{ id: 'increment', ratios: [made(SUBJECT, subject), made(CONTROL, control)] },
        arms: [
          { arm: SUBJECT, median: 0.49 * (subject.ratio ?? 1), quantiles: [] },
          { arm: 'raw-websocket/in-memory', median: 0.43, quantiles: [] },
          { arm: 'capnweb/in-memory', median: 0.49, quantiles: [] },
        ],
      },
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

const BEFORE =
  'From here, one call that writes: by hand 0.43 ms · Cap’n Web 0.49 · Lumenize’s protocol';

describe('an answer', () => {
  it('is the times, the shortest first, and the subject’s ratio to the reference', () => {
    expect(said(slower)).toBe(`${BEFORE} 0.57 (1.16×, 1.09–1.22).`);
    expect(said(faster)).toBe(
      'From here, one call that writes: by hand 0.43 ms · Lumenize’s protocol 0.46 (0.93×, 0.91–0.95) · Cap’n Web 0.49.',
    );
  });

  it.each<[string, string, Parts, Parts?, Ending?]>([
    [
      'equal',
      '(1.02×, 0.99–1.04: no difference larger than 5 %)',
      { ratio: 1.02, low: 0.99, high: 1.04 },
    ],
    ['undecided', '(1.03×, 0.94–1.12: no measurable difference)', open],
    [
      'disturbed',
      '(1.16×, 1.09–1.22: no result, Cap’n Web differed from itself)',
      slower,
      { ratio: 1.08, low: 1.03, high: 1.13, flaw: 'differs' },
    ],
    [
      'inside the noise',
      '(1.16×, 1.09–1.22: within the noise of 25 %)',
      slower,
      { low: 0.8, high: 1.25, flaw: 'wide' },
    ],
    ['stopped by hand', '(1.16×, 1.09–1.22: stopped early, no verdict)', slower, {}, 'cancelled'],
  ])('says behind the ratio that it is %s', (_, remark, subject, control, end) => {
    const line = said(subject, control, end);
    expect(line.endsWith(` ${remark}.`), line).toBe(true);
  });

  it('that there were too few sessions', () => {
    const found = finding({});
    const bare = { arm: SUBJECT, ratio: 1.03, verdict: 'undecided' as const };
    found.workloads[0]?.ratios.splice(0, 1, bare);
    expect(answersOf(study, found, 'From here')[0]?.sentence).toMatch(
      / \(1\.03×: too few sessions for an interval\)\.$/,
    );
  });

  it('begins with what was done where no place is named, and names a level under 95 %', () => {
    const line = said({ ...faster, level: 0.938 }, {}, 'complete', '');
    expect(line).toMatch(/^One call that writes: .*\(0\.93×, 0\.91–0\.95; 93\.8 % interval\)/);
  });

  it('is of the first subject that ran', () => {
    const found = finding(faster);
    found.plan.arms = ['lumenize/in-memory'];
    found.workloads[0]?.ratios.push({ ...slower, arm: 'lumenize/in-memory' });
    expect(answersOf(study, found, '')[0]?.sentence).toContain(
      'Lumenize’s protocol in memory (1.16×',
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
