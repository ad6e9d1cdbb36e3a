/** What a capability probe is: a question, and code that answers it for each system. */
import type { Kit, Kits } from './kit/kit.ts';
import type { Question } from './question.ts';

/** One that is put to systems, over a client’s connection. */
export type Probe = Question<Kit, Kits>;

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
