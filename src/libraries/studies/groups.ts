/** Which arms of a study share a scale, and the plain way that each group is compared with. */
import type { StudyOutline } from '../../core/plan/index.ts';
import { type Environment, CONTROL } from '../../core/record/index.ts';

export interface ArmGroup {
  /** Heading above its rows; absent where a study has one group. */
  heading?: string;
  /** What its arms talk over, in a study with two groups. */
  over?: string;
  /** Arm without a library that the others are compared with. */
  plain: string;
  arms: string[];
}

/** Plain arms that send requests, each the reference of the requests of its study. */
const plainRequests = ['fetch-json/http', 'fetch-json/body'];

/**
 * Arms by what they go over: sockets and requests differ so much that neither shows on the other’s scale.
 *
 * @param arms ids that a table shows, in any order; the A/A control belongs to none
 * @param accept how each was connected, as records have it; empty where there is no bench
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
    {
      heading: 'Over HTTP, on a scale of its own',
      over: 'HTTP',
      plain: plainRequest,
      arms: requests,
    },
  ].filter((group) => group.arms.length > 0);
}
