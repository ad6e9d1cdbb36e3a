/** Published results, read once in a build. */
import { root } from 'astro:config/server';
import { getEntry } from 'astro:content';
import { type Answer, answersOf } from '../results/answer.ts';
import { readResult } from '../results/read.ts';
import type { MeasuredResult, Result } from '../results/result.ts';
import { oncePerBuild } from './once.ts';

/** The result of a record, the same object each time. @throws naming the file where there is none */
export const publishedResult = oncePerBuild((id: string): Promise<Result> =>
  readResult(new URL(root), id),
);

/** The same of a record that must have been measured here. @throws naming the id of one that was quoted */
export async function measuredResult(id: string): Promise<MeasuredResult> {
  const result = await publishedResult(id);
  if (result.kind === 'measured') return result;
  throw new Error(`content/results: got "${id}", which is quoted, expected a measured one`);
}

/** The answers of a study, as its file chooses them. */
export const studyAnswers = oncePerBuild(async (study: string): Promise<Answer[]> => {
  const entry = await getEntry('studies', study);
  return answersOf(study, entry?.data.answering ?? [], measuredResult);
});
