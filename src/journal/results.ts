/** Published results, read once in a build. */
import { readdir } from 'node:fs/promises';
import { root } from 'astro:config/server';
import { getEntry } from 'astro:content';
import { type Answer, answersOf } from '../results/answer.ts';
import { RESULTS } from '../results/file.ts';
import { readResult } from '../results/read.ts';
import type { MeasuredResult, Result } from '../results/result.ts';
import { oncePerBuild } from './build.ts';

/** The ids of all records, `<study>/<name>`. */
export const resultIds = oncePerBuild(async (): Promise<string[]> => {
  const files = await readdir(new URL(RESULTS, root), { recursive: true });
  const ids = files.map((name) => name.replaceAll('\\', '/').replace(/\.json$/, ''));
  return ids.filter((id) => id.includes('/')).sort();
});

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
