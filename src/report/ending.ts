/** A run in sentences: how far it is, how it ended, what was discarded, what is odd. */
import { formatCount, formatDuration } from '../numbers/format.ts';
import type { SessionRecord, Turn } from '../harness/record/index.ts';
import type { Progress, RunEnded } from '../harness/run/index.ts';
import { type Notice, spentMs, unitsOf } from '../harness/statistics/index.ts';
import { type ArmName, capital, countOf, discardNames } from './words.ts';

export function headingOf(record: SessionRecord, end: RunEnded): string {
  return end.type === 'complete' ? 'Your result' : `Your result, after ${spent(record)}`;
}

/** One sentence on how the run ended and why there. */
export function summary(record: SessionRecord, end: RunEnded): string {
  const done = `${spent(record)} of measuring (${sizeOf(record)})`;
  switch (end.type) {
    case 'complete':
      return end.because === 'decided'
        ? `Done: everything was decided in ${done}.`
        : `Done: ${done}.`;
    case 'cancelled':
      return `Stopped after ${done}.`;
    case 'lost':
      return `The bench was lost after ${done}: ${end.why}.`;
  }
}

/** Who stops a run when they like what they see biases every verdict, so none is given. */
export function caution({ plan }: SessionRecord, end: RunEnded): string | undefined {
  if (end.type !== 'cancelled') return undefined;
  const kind =
    plan.rule === 'until-decided'
      ? 'a run that ends by its own rule'
      : 'a run whose length was fixed before it began';
  return `The intervals below hold for ${kind}. This one was stopped early, so no verdicts are given.`;
}

function spent({ sessions }: SessionRecord): string {
  const pausedUs = sessions.reduce((sum, { pauseUs = 0 }) => sum + pauseUs, 0);
  return formatDuration(spentMs(sessions) + pausedUs / 1000);
}

/** `3,000 turns in 42 sessions; connecting took about 2 s of it` */
function sizeOf({ plan, sessions }: SessionRecord): string {
  const turns = sessions.reduce((sum, session) => sum + session.turns.length, 0);
  const openMs =
    sessions.reduce((sum, { openUs, pauseUs = 0 }) => sum + openUs + pauseUs, 0) / 1000;
  const size = `${countOf(turns, 'turn')} in ${countOf(sessions.length, 'session')}`;
  const pauses = Object.values(plan.loads ?? {}).some(({ pauseMs }) => pauseMs !== undefined);
  return `${size}; connecting${pauses ? ' and pausing' : ''} took ${formatDuration(openMs)} of it`;
}

/** The turns that were left out, and why: a session that is discarded for an arm as a whole, once. */
export function discardedOf(
  record: SessionRecord,
  labels: ReadonlyMap<string, string>,
  names: (id: string) => ArmName,
) {
  const units = unitsOf(record);
  const discarded = units.filter(({ unit }) => unit.void !== undefined).length;
  const lines = record.sessions.flatMap(({ workload, session, arms, turns }) => {
    const whole = new Set(arms.flatMap((each) => (each.void === undefined ? [] : each.arm)));
    const line = (place: string, { arm, void: reason, detail }: Discarded): string[] => {
      if (reason === undefined) return [];
      const where = `Session ${session + 1}, ${place}${names(arm).label}, ${labels.get(workload) ?? workload}`;
      return [`${where}: ${discardNames[reason]}${detail === undefined ? '' : ` (${detail})`}.`];
    };
    return [
      ...arms.flatMap((arm) => line('all rounds, ', arm)),
      ...turns.flatMap((turn) =>
        whole.has(turn.arm) ? [] : line(`round ${turn.round + 1}, `, turn),
      ),
    ];
  });
  return {
    summary:
      lines.length === 0
        ? `All ${countOf(units.length, 'turn')} counted.`
        : `${formatCount(discarded)} of ${countOf(units.length, 'turn')} discarded, and left out of every number.`,
    /** How many turns. */
    count: discarded,
    lines,
  };
}

/** What is said of a discarded turn, or of an arm's discarded session. */
type Discarded = Pick<Turn, 'arm' | 'void' | 'detail'>;

/** What a record consists of: the sessions of its turns, or the blocks of older ones. */
type Layout = 'sessions' | 'blocks';

/**
 * What a notice says, in a sentence.
 *
 * @throws RangeError for a notice that lacks how much it is by
 */
export function noticeText({ name, by }: Notice, layout: Layout): string {
  switch (name) {
    case 'zero-time':
      return 'Operations took no time by the clock: nothing was measured, or the clock is far too coarse.';
    case 'no-frames':
      return 'Operations ended without a frame received, so the answers may not have come from the server.';
    case 'clock':
      return `The shortest operation lasts less than ten steps of the clock, so only whole ${layout === 'sessions' ? 'turns' : 'blocks'} were timed.`;
    case 'late':
      return 'The client sent calls late by more than a tenth of their median time, so part of that time is its own.';
    case 'throughput-latency':
      return 'A few slow operations take most of the time: throughput is less than half of what the median promises.';
    case 'drift':
      return `${capital(layout)} grew steadily slower or faster, so the machine or the network may have changed during the run.`;
    case 'two-humps':
      return 'Times fall into two groups with little between them, so one median does not describe them.';
    case 'delayed-ack':
      return 'Some operations take about 40 ms more than the rest, as when a sender waits for a delayed acknowledgement (Nagle).';
    case 'busy':
      return 'The machine was busy with something else when the run began, so times may be longer than they need be.';
    case 'load-changed':
      return `The machine became ${known(name, by) > 0 ? 'busier' : 'less busy'} during the run, so early and late sessions may differ.`;
    case 'carry-over':
      return `Its turns take up to ${Math.round(known(name, by) * 100)} % longer after one arm than after another, so turns disturb each other.`;
  }
}

function known(name: string, by: number | undefined): number {
  if (by !== undefined) return by;
  throw new RangeError(`notice "${name}": got no amount, expected how much it is by`);
}

/** `12 s of at most 30 s`, `12 s of 60 s`; of a run of fixed rounds `12 s`. */
export function spentText({ spentMs, untilMs, open }: Progress): string {
  const seconds = (ms: number) => `${formatCount(Math.round(ms / 1000))} s`;
  if (untilMs === undefined) return seconds(spentMs);
  return `${seconds(spentMs)} of ${open ? 'at most ' : ''}${seconds(untilMs)}`;
}

/**
 * `14 sessions, 1 turn discarded · at most about 12 s left`, and behind it what is decided already:
 * `decided: One write`.
 *
 * @param nameOf the name of a workload by its id
 */
export function progressText(progress: Progress, nameOf: (id: string) => string): string {
  const { open, decided, workloads, sessions, discarded, leftMs } = progress;
  const done = [
    countOf(sessions, 'session'),
    ...(discarded === 0 ? [] : [`${countOf(discarded, 'turn')} discarded`]),
  ].join(', ');
  const what = decided.length === workloads ? 'everything' : decided.map(nameOf).join(', ');
  return [
    done,
    ...(leftMs === undefined ? [] : [`${open ? 'at most ' : ''}${formatDuration(leftMs)} left`]),
    ...(open && what !== '' ? [`decided: ${what}`] : []),
  ].join(' · ');
}
