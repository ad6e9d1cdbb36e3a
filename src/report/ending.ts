/** How a run ended, what was discarded, and what its verdicts hold for, in sentences. */
import { formatCount, formatDuration } from '../figures/format.ts';
import type { SessionRecord, StoppingRule, Turn } from '../harness/record/index.ts';
import type { RunEnded } from '../harness/run/index.ts';
import { type Analysis, spentMs, unitsOf } from '../harness/statistics/index.ts';
import { countOf, discardNames, type ArmName } from './words.ts';

export function headingOf(record: SessionRecord, end: RunEnded): string {
  return end.type === 'complete' ? 'Your result' : `Your result, after ${spent(record)}`;
}

/** One sentence on how the run ended and why there, and one on what it would take to decide the rest. */
export function summary(record: SessionRecord, end: RunEnded, analysis: Analysis): string {
  const done = `${spent(record)} of measuring (${sizeOf(record)})`;
  switch (end.type) {
    case 'complete':
      return end.because === 'decided'
        ? `Done: everything was decided in ${done}.`
        : `Done: ${done}. ${stillOpen(analysis)}`.trimEnd();
    case 'cancelled':
      return `Stopped after ${done}.`;
    case 'lost':
      return `The bench was lost after ${done}: ${end.why}.`;
  }
}

/** Time that everything undecided is expected to need, in ms; 0 where all is decided. */
export function neededMs({ subjects }: Pick<Analysis, 'subjects'>): number {
  const perWorkload = Map.groupBy(subjects, ({ workload }) => workload);
  return [...perWorkload.values()].reduce(
    (sum, own) => sum + Math.max(...own.map((each) => each.neededMs ?? 0)),
    0,
  );
}

function stillOpen(analysis: Analysis): string {
  const open = analysis.subjects.filter(({ verdict }) => verdict === 'undecided');
  if (open.length === 0) return '';
  const what = open.length === 1 ? 'comparison is' : 'comparisons are';
  return `${formatCount(open.length)} ${what} undecided, which would take ${formatDuration(neededMs(analysis))} more.`;
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

/** What the verdicts are corrected for. */
export function correction(
  { corrected }: Pick<Analysis, 'corrected'>,
  rule: StoppingRule,
  end: RunEnded,
): string | undefined {
  if (end.type === 'cancelled' || corrected === 0) return undefined;
  const causes = [
    ...(corrected > 1 ? [`the number of comparisons, ${corrected} here (Holm’s method)`] : []),
    ...(rule === 'until-decided'
      ? ['the interim analyses, those of Keep going included (alpha spending)']
      : []),
  ];
  if (causes.length === 0) return undefined;
  return `The verdicts are corrected for ${causes.join(' and for ')}: the chance that any of them is wrong is held down for all of them together.`;
}

function spent({ sessions }: SessionRecord): string {
  return formatDuration(spentMs(sessions));
}

/** `3,000 turns in 42 sessions; connecting took about 2 s` */
function sizeOf({ plan, sessions }: SessionRecord): string {
  const turns = sessions.reduce((sum, session) => sum + session.turns.length, 0);
  const openMs = sessions.reduce((sum, { openUs }) => sum + openUs, 0) / 1000;
  const size = `${countOf(turns, 'turn')} in ${countOf(sessions.length, 'session')}`;
  const pauses = Object.values(plan.loads ?? {}).some(({ pauseMs }) => pauseMs !== undefined);
  return `${size}; connecting${pauses ? ' and pausing' : ''} took ${formatDuration(openMs)}`;
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
