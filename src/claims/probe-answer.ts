/** Answers of this site’s probes to a claim. */
import { allProbes } from '../questions/groups.ts';
import { type Recorded, versionText } from '../questions/recorded.ts';
import { findSystem } from '../systems/index.ts';

/** An answer of this site’s own. */
export interface ProbeAnswer {
  /** The system that was probed, with its version: `Cap’n Web, capnweb 0.12.0`. */
  of: string;
  question: string;
  /** `pass`, `fail` and what else a probe can give. */
  result: string;
  /** More of the answer, where the result does not say it: `one round trip`. */
  detail?: string;
  /** Its place on this site. */
  href: string;
}

/** Finds the answer of a probe for a system; undefined where there is none on record. */
export function probeAnswer(
  { results, versions }: Recorded,
  probe: string,
  system: string,
): ProbeAnswer | undefined {
  const found = results.find((each) => each.probe === probe && each.system === system);
  const asked = allProbes.find(({ id }) => id === probe);
  if (!found || !asked) return undefined;
  return {
    of: `${findSystem(found.system).label}, ${versionText(versions[found.system])}`,
    question: asked.question,
    result: found.result,
    // A probe that answers with its own argument says no more than that it passed.
    ...(!found.detail.startsWith('answers ') && { detail: found.detail }),
    href: `/capabilities/#${probe}--${system}`,
  };
}
