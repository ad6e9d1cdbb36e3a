/** All questions by their subjects, in the order of the matrix, and the code of those that only Node can ask. */
import { browserSubjects } from './ask.ts';
import { bundle } from './bundle.ts';
import { probesOf, type Run, type Subject } from './client-kit.ts';
import { typescript } from './typescript.ts';

export const subjects: readonly Subject[] = [...browserSubjects, typescript, bundle];

export const allProbes = probesOf(subjects);

/** Loads the code of a system for questions that no browser can ask, by its id. */
export async function loadInNode(id: string): Promise<Readonly<Record<string, Run>>> {
  const module = (await import(`../../libraries/systems/${id}/questions-node.ts`)) as {
    own: Record<string, Run>;
  };
  return module.own;
}
