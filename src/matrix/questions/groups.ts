/** All questions with their words, in the order of the matrix, and the code of those that only Node can ask. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { readAs } from '../../core/record/index.ts';
import { browserSubjects } from './ask.ts';
import { bundle } from './bundle.ts';
import type { Probe, Questions, Run } from './client-kit.ts';
import { typescript } from './typescript.ts';

const FILE = 'content/probes/questions.yaml';

const text = z.string().min(1);
const wordsSchema = z.strictObject({
  question: text,
  /** The meaning of `pass`, in a sentence. */
  passes: text,
});
const subjectSchema = z.strictObject({
  label: text,
  /** Why it cannot be asked in a browser; absent if it can. */
  onlyCli: text.optional(),
  questions: z.record(text, wordsSchema),
});

const written = readAs(z.record(text, subjectSchema), parse(readFileSync(FILE, 'utf8')), FILE);

/** The words of all questions, by their subjects. */
export const subjects = Object.entries(written).map(([id, subject]) => ({ id, ...subject }));

/** The code of all questions. */
export const allSubjects: Readonly<Record<string, Questions>> = {
  ...browserSubjects,
  typescript,
  bundle,
};

/** A question with its words. */
export type WordedProbe = Probe & z.infer<typeof wordsSchema>;

export const allProbes = subjects.flatMap(({ id: group, questions }) =>
  Object.entries(questions).map(([id, words]): WordedProbe => ({
    id,
    group,
    ...words,
    run: allSubjects[group]?.[id],
  })),
);

/** Loads the code of a system for questions that no browser can ask, by its id. */
export async function loadInNode(id: string): Promise<Readonly<Record<string, Run>>> {
  const module = (await import(`../../libraries/systems/${id}/questions-node.ts`)) as {
    own: Record<string, Run>;
  };
  return module.own;
}
