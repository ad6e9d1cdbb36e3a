/** Published results, read once in a build. */
import { root } from 'astro:config/server';
import { getCollection, getEntry } from 'astro:content';
import type { Named } from '../claims/scope.ts';
import { type Answer, answersOf } from '../results/answer.ts';
import { readResult } from '../results/file.ts';
import type { MeasuredResult } from '../results/result.ts';
import { oncePerBuild } from './build.ts';

/** The ids of all records, `<study>/<name>`. */
export async function resultIds(): Promise<string[]> {
  return (await getCollection('records')).map(({ id }) => id).sort();
}

/** The result of a record, the same object each time. @throws naming the file where there is none */
export const publishedResult = oncePerBuild(async (id: string): Promise<Named> => {
  return { ...(await readResult(new URL(root), id)), id };
});

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
