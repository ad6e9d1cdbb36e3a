/** What is asked of each way of calling from one object to another. */
import type { Kit, Kits } from '../../../bench-workers/between/probes/kit.ts';
import type { Question } from '../question.ts';

/** A question whose code runs in the object that calls. */
export interface BetweenProbe extends Question<Kit, Kits> {
  /** What the platform’s documentation says of it, where it does. */
  documented?: { says: string; href: string };
}

export interface BetweenGroup {
  /** Also the name of its file. */
  id: string;
  label: string;
  probes: readonly BetweenProbe[];
}

/** Path of the file that holds a group, from the root of the repository. */
export const betweenFileOf = ({ id }: BetweenGroup): string => `src/probes/between/${id}.ts`;
