/** A run session by session, as the data of one figure. */
import type { OverTimeData, OverTimeSeries } from '../figures/over-time.ts';
import type { StudyOutline } from '../harness/plan/index.ts';
import { type SessionRecord, CONTROL } from '../harness/record/index.ts';
import { type Cell, cellsOf, pairedLogRatios, ratioOf } from '../harness/statistics/index.ts';
import { headlineOf } from './answer.ts';
import { armNames, capital, spokenWorkload } from './words.ts';

/** Fewest sessions that can show a change. */
const FEWEST = 2;

/**
 * The figure’s data but for its width: the ratios of the headline subject and of the A/A control.
 * Undefined where the subject has fewer than two sessions with a ratio.
 */
export function overTimeOf(
  study: StudyOutline,
  { plan, sessions }: Pick<SessionRecord, 'plan' | 'sessions'>,
  workload: string,
): Omit<OverTimeData, 'width'> | undefined {
  const own = sessions.filter((session) => session.workload === workload);
  const cells = cellsOf({ plan, sessions: own }).filter((cell) => cell.workload === workload);
  const names = armNames(study);
  const find = (id: string | undefined) => cells.find(({ arm }) => arm === id);
  const reference = find(study.reference);
  const seriesOf = (cell: Cell | undefined): OverTimeSeries | undefined => {
    if (cell === undefined || reference === undefined) return undefined;
    const bySession = own.flatMap(({ session }) => {
      const [arm, to] = [cell, reference].map((each) => ofSession(each, session));
      const ratio = arm && to && ratioOf(pairedLogRatios(arm, to))?.estimate;
      return ratio === undefined ? [] : [{ session: session + 1, ratio }];
    });
    const whole = ratioOf(pairedLogRatios(cell, reference));
    if (whole === undefined || bySession.length < FEWEST) return undefined;
    const { spoken, system } = names(cell.arm);
    const { low, high } = whole.interval ?? {};
    return {
      ...{ label: capital(spoken), system, sessions: bySession },
      ...{ ratio: whole.estimate, low, high },
    };
  };
  const subject = seriesOf(find(headlineOf(study, { plan })));
  if (subject === undefined) return undefined;
  const what = capital(spokenWorkload(study, workload).replace(/,$/, ''));
  return {
    title: `Did the ratio change during the run? ${what}`,
    subject,
    control: seriesOf(find(CONTROL)),
    reference: names(study.reference).spoken,
  };
}

/** What of a cell belongs to a session. */
function ofSession(cell: Cell, session: number): Cell {
  return { ...cell, units: cell.units.filter((unit) => unit.session === session) };
}
