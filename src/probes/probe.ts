/** What a capability probe is: a question, and code that answers it for each system. */
import type { Kit, Kits, SystemId } from './kit/kit.ts';

/** How a probe came out. `partly` and `not-applicable` say why in the detail. */
export const results = ['pass', 'partly', 'fail', 'not-applicable'] as const;
export type Result = (typeof results)[number];

/** The answer for one system: always from what a real client and a real server did. */
export interface Outcome {
  result: Result;
  /** What was seen, in a sentence or a clause. */
  detail: string;
}

/**
 * The code that answers for a system. It throws only when the probe itself is broken, or where
 * `answerOf` does.
 */
type Run<S extends SystemId = SystemId> = (kit: Kits[S]) => Promise<Outcome>;

export interface Probe {
  /** `values-map`: begins with its group. */
  id: string;
  question: string;
  /** What `pass` means, in a sentence. */
  passes: string;
  /** For all systems that have no code of their own. */
  run?: (kit: Kit) => Promise<Outcome>;
  /** Code for one system each. */
  own?: { [S in SystemId]?: Run<S> };
}

/** Probes of one subject. */
export interface ProbeGroup {
  /** Also the name of its file. */
  id: string;
  label: string;
  /** Why the group cannot run in a browser, where it cannot. */
  onlyCli?: string;
  probes: readonly Probe[];
}

/** Path of the file that holds a group, from the root of the repository. */
export function fileOf({ id, onlyCli }: ProbeGroup): string {
  return `src/probes/${onlyCli === undefined ? '' : 'cli/'}${id}.ts`;
}

/** @throws Error where a probe has no code for a system */
export function runOf<S extends SystemId>(probe: Probe, system: S): Run<S> {
  const run = probe.own?.[system] ?? probe.run;
  if (run === undefined) {
    throw new Error(`${probe.id}: got no code for ${system}, expected run or own["${system}"]`);
  }
  return run;
}
