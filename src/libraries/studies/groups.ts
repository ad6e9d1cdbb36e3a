/** Groups of arms that share a scale, each with the plain way that it is compared with. */
import type { StudyOutline } from '../../core/plan/index.ts';
import { type Environment, CONTROL } from '../../core/record/index.ts';

export interface ArmGroup {
  /** Heading above its rows; absent if a study has one group. */
  heading?: string;
  /** The transport of its arms, in a study with two groups. */
  over?: string;
  /** Arm without a library that the others are compared with. */
  plain: string;
  /** Arm that a table compares the others with, if it is not the plain way. */
  reference?: string;
  arms: string[];
}

/** Plain arms that send requests, each the reference of the requests of its study. */
const plainRequests = ['fetch-json/http', 'fetch-json/body'];

/**
 * Groups arms by their transport, because sockets and requests differ too much for one scale.
 *
 * @param arms ids that a table shows, in any order; the A/A control belongs to none
 * @param accept how each was connected, see records; empty without a bench
 */
export function groupsOf(
  {
    baseline,
    plain: own = baseline,
    reference,
  }: Pick<StudyOutline, 'baseline' | 'plain' | 'reference'>,
  arms: readonly string[],
  accept: Environment['accept'],
): ArmGroup[] {
  const shown = arms.filter((arm) => arm !== CONTROL);
  const plainRequest = shown.find((arm) => plainRequests.includes(arm));
  const plain = own !== undefined && shown.includes(own) ? own : reference;
  if (plainRequest === undefined) return [{ plain, arms: shown }];
  const isRequest = (arm: string): boolean => accept[arm] === 'request';
  const [requests, sockets] = [shown.filter(isRequest), shown.filter((arm) => !isRequest(arm))];
  return [
    { heading: 'Over a WebSocket', over: 'a WebSocket', plain, arms: sockets },
    { heading: 'Over HTTP', over: 'HTTP', plain: plainRequest, arms: requests },
  ].filter((group) => group.arms.length > 0);
}
