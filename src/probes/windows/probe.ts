/** What is asked of each system that calls windows and workers. */
import type { Question } from '../question.ts';
import type { AskedPlace, WindowKit, WindowKits } from './kit.ts';

/** A question whose code runs in a page. */
export interface WindowProbe extends Question<WindowKit, WindowKits> {
  /** Where it is asked, where that is not both a worker and a frame. */
  place?: AskedPlace;
  /** What a documentation says of it, where one does. */
  documented?: { says: string; href: string };
}

export interface WindowGroup {
  /** Also the name of its file. */
  id: string;
  label: string;
  probes: readonly WindowProbe[];
}

/** Path of the file that holds a group, from the root of the repository. */
export const windowFileOf = ({ id }: WindowGroup): string => `src/probes/windows/${id}.ts`;
