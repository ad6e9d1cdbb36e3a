/** What the probes on record answer to a claim of another document. */
import type { ProbeAnswer } from '../claims/check.ts';
import { allGroups } from '../probes/cli/groups.ts';
import { type Recorded, versionText } from '../probes/recorded.ts';
import { findSystem } from '../systems/index.ts';

/** Finds the answer of a probe for a system; undefined where there is none on record. */
export function probeAnswer(
  { results, versions }: Recorded,
  probe: string,
  system: string,
): ProbeAnswer | undefined {
  const found = results.find((each) => each.probe === probe && each.system === system);
  const asked = allGroups
    .flatMap((group) => group.probes.map(({ id, question }) => ({ group: group.id, id, question })))
    .find(({ id }) => id === probe);
  if (!found || !asked) return undefined;
  return {
    of: `${findSystem(found.system).label}, ${versionText(versions[found.system])}`,
    question: asked.question,
    result: found.result,
    // That it answers with what it was sent says no more than that it passed.
    ...(!found.detail.startsWith('answers ') && { detail: found.detail }),
    href: `/capabilities/${asked.group}/#${probe}--${system}`,
  };
}
