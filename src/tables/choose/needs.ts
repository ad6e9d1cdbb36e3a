/** What a contestant must do: questions whose answers are recorded, and facts that a system states of its arms and tests hold. */
import type { ArmOutline } from '../../harness/plan/index.ts';
import type { Recorded } from '../../probes/recorded.ts';
import type { Lack } from '../../report/choose.ts';
import type { AnyStudy } from '../../studies/own-operations.ts';
import { systems } from '../../systems/index.ts';

interface Need {
  id: string;
  label: string;
  /** Questions that all have to be answered with `pass`. */
  probes: readonly string[];
  /** Sentences of `lacks`, which are complete for every arm of a bench: they decide where there are any. */
  lacks?: readonly string[];
  /** The workload that an arm has a reason for where it cannot do this; it decides in the same way. */
  workload?: string;
  /** Whether it is a matter of the connection, so that an answer over a socket says nothing of requests. */
  connection?: true;
}

const need = (id: string, label: string, probes: string, more: Partial<Need> = {}): Need => ({
  ...{ id, label, probes: probes.split(' '), ...more },
});
const connection = true;

export const needs: readonly Need[] = [
  need('functions', 'Functions as arguments', 'references-callback', { workload: 'called-back' }),
  need('streams', 'Streams as answers', 'direction-stream', { connection }),
  need('pressure', 'Back-pressure', 'direction-back-pressure', { connection }),
  need('push', 'Subscriptions', 'direction-push', { connection }),
  need('types', 'Map, Set, Date, BigInt', 'values-map values-set values-date values-bigint', {
    lacks: ['Map and Set.', 'Dates.', 'BigInt.'],
  }),
  need('errors', 'Errors with their class', 'errors-class'),
  need('chains', 'Chains in one round trip', 'pipelining-chain', {
    lacks: ['Pipelining: calls on a result that is still to come.'],
  }),
  need('hibernation', 'Hibernation', 'hibernation-sleeps', { connection }),
  need('reconnects', 'Reconnects by itself', 'loss-reconnect', { connection }),
  need('deadlines', 'Deadlines', 'loss-deadline'),
  need('typed', 'Typed without generated code', 'typescript-method typescript-inferred'),
];

/** Longest answer of a probe that is quoted, in characters. */
const LONGEST = 90;

/**
 * What an arm lacks, by the id of the need.
 *
 * @param study the arms that can be run, with the reasons why they cannot do a workload
 */
export function lacksOfArm(
  { id, system }: ArmOutline,
  { results }: Pick<Recorded, 'results'>,
  study: Pick<AnyStudy, 'arms'>,
): Record<string, Lack> {
  const found: Record<string, Lack> = {};
  for (const each of needs) {
    const answers = each.probes.map((probe) =>
      results.find((answer) => answer.probe === probe && answer.system === system),
    );
    const wrong = answers.find((answer) => answer !== undefined && answer.result !== 'pass');
    const recorded = wrong
      ? `${wrong.result === 'partly' ? 'partly: ' : ''}${wrong.detail}`
      : answers.includes(undefined)
        ? 'no recorded answer.'
        : '';
    const why = statedOf(id, system, study, each) ?? recorded;
    if (why === '') continue;
    const href = `/capabilities/#${wrong?.probe ?? each.probes[0]}`;
    found[each.id] = {
      why: `${each.label}: ${why.length > LONGEST ? `${why.slice(0, LONGEST)}…` : why}`,
      // The question itself, where this system was not asked.
      href: answers[0] === undefined ? href : `${href}--${system}`,
    };
  }
  return found;
}

/**
 * What a system states of one of its arms over a bench: why it cannot; empty where it can. Undefined where
 * nothing is stated, so that the recorded answer holds.
 */
function statedOf(
  arm: string,
  id: string,
  study: Pick<AnyStudy, 'arms'>,
  { id: need, lacks, workload, connection }: Need,
): string | undefined {
  const system = systems.find((each) => each.id === id);
  const own = system?.arms.find(({ name }) => `${id}/${name}` === arm);
  if (system === undefined || own === undefined) return undefined;
  if (workload !== undefined) {
    return study.arms.find((each) => each.id === arm)?.cannot?.[workload] ?? '';
  }
  if (lacks !== undefined) {
    const lacking = lacks.filter((each) =>
      [each, `${own.label}: ${each}`].some((sentence) => system.lacks.includes(sentence)),
    );
    return lacking.length === 0 ? '' : `it lacks ${lacking.join(' ').replaceAll('. ', ', ')}`;
  }
  if (connection === undefined) return undefined;
  if (need === 'hibernation' && own.accept === 'in-memory')
    return 'its socket keeps the object awake.';
  const probed = system.arms.find(({ name }) => name === system.probed);
  const alone = own.accept === 'request' && probed !== undefined && probed.accept !== 'request';
  return alone ? 'it was asked over its socket alone.' : undefined;
}
