/** Whether a deployed bench holds what a deploy checked, and whether its reference is like itself. */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { askAbout } from '../../bench-client/about.ts';
import { messageOf } from '../../bench-client/failure.ts';
import { makePlan } from '../../harness/plan/index.ts';
import { type SessionRecord, writeRecord } from '../../harness/record/index.ts';
import { describeEnvironment, recordOf, runUntil } from '../../harness/run/index.ts';
import { compare } from '../../harness/statistics/index.ts';
import {
  type Alarm,
  alarmsOf,
  dayOf,
  EVERY_ARM,
  type Night,
  nightTexts,
  readNights,
  withNight,
} from '../../report/nights.ts';
import { findStudy } from '../../studies/index.ts';
import { type Check, checkDeployment, type Target, worldOf } from '../shared/checks/index.ts';
import { nodeFacts } from '../shared/this-node.ts';

const STUDY = 'lumenize-vs-capnweb';
const WORKLOAD = 'increment';

/** Measures the reference against itself for so long, in ms of turns. */
async function measureControl(target: Target, budgetMs: number): Promise<SessionRecord> {
  const study = findStudy(STUDY);
  const length = { rule: 'time', budgetMs } as const;
  const options = { length, arms: [study.reference], workloads: [WORKLOAD] };
  const seed = Date.now() % 2 ** 32;
  const plan = makePlan(study, options, seed, 0);
  const about = await askAbout(target.bench);
  const { arms, reference } = study;
  const environment = describeEnvironment(target.bench, about, nodeFacts(), arms, reference);
  const startedAt = new Date();
  const { end, ...soFar } = await runUntil({
    study,
    plan,
    world: worldOf(target),
    clockStepUs: environment.clockStepUs,
  });
  return recordOf({ plan, environment, startedAt, end, ...soFar });
}

function controlOf(record: SessionRecord): Night['control'] {
  const { reference, margin } = findStudy(STUDY);
  const [control] = compare(record, { reference, subjects: [], margin }).controls;
  if (control === undefined) return null;
  const { ratio } = control;
  return {
    differs: control.flaw === 'differs',
    ratio: ratio?.estimate ?? null,
    low: ratio?.interval?.low ?? null,
    high: ratio?.interval?.high ?? null,
  };
}

function nightOf(at: Date, checks: readonly Check[], control: Night['control']): Night {
  const find = (name: Check['name']) => checks.find((check) => check.name === name);
  const [commit, arms] = [find('commit'), find('arms')];
  const silent =
    commit?.ok !== true
      ? [{ arm: EVERY_ARM, why: commit?.found ?? 'nothing was asked' }]
      : (arms?.silent ?? (arms?.ok === false ? [{ arm: EVERY_ARM, why: arms.found }] : []));
  return {
    at: at.toISOString(),
    commit: commit?.commit ?? null,
    arms: arms?.asked ?? 0,
    silent,
    wrong: checks
      .filter(({ name, ok }) => !ok && name !== 'commit' && name !== 'arms')
      .map(({ name, found }) => `${name}: ${found}`),
    control,
  };
}

function nightText(night: Night, alarms: readonly Alarm[]): string {
  const { bench, control } = nightTexts(night);
  return [
    `${dayOf(night)}: ${bench}. A/A control: ${control}.`,
    ...alarms.map(({ title, body }) => `\n${title}\n${body}`),
  ].join('\n');
}

export interface NightlyCheck {
  /** Of pages and bench. */
  origin: string;
  /** JSON of the nights so far; a new file when it is missing. */
  history: string;
  /** A new file for the record of the A/A control. */
  record: string | undefined;
  /** The A/A control is measured for so long. */
  budgetMs: number;
  /** Does not wait until objects that the check wrote are emptied. */
  quick: boolean;
}

/**
 * Asks a deployed bench what a deploy asks of it, measures its reference against itself, and adds the
 * night to a file of all nights.
 */
export async function checkTonight(night: NightlyCheck) {
  const { origin, history, record: file, budgetMs, quick } = night;
  const before = existsSync(history) ? readNights(JSON.parse(await readFile(history, 'utf8'))) : [];
  const key = process.env['NIGHTLY_KEY'] ?? '';
  const target: Target = {
    pages: origin,
    bench: origin,
    ...(key !== '' && { headers: { 'Roundtrip-Key': key } }),
  };
  const at = new Date();
  const say = (text: string) => void process.stderr.write(`${text}\n`);
  say(`Checking ${origin} …`);
  const checks = await checkDeployment(target, { storage: !quick }, say);
  let control: Night['control'] = null;
  if (checks.every(({ name, ok }) => ok || (name !== 'commit' && name !== 'arms'))) {
    say('Measuring the reference against itself …');
    try {
      const record = await measureControl(target, budgetMs);
      control = controlOf(record);
      if (file !== undefined) await writeFile(file, writeRecord(record), { flag: 'wx' });
    } catch (error) {
      // The night is told all the same.
      say(`The A/A control could not be measured: ${messageOf(error)}`);
    }
  }
  const found = nightOf(at, checks, control);
  const nights = withNight(before, found);
  const alarms = alarmsOf(nights);
  await writeFile(history, `${JSON.stringify({ nights }, undefined, 1)}\n`);
  return { document: { night: found, alarms }, text: nightText(found, alarms) };
}
