/** The matrix of capabilities: every question, with the recorded answer of every library. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { failureQuestions, libraryAnswer } from '../../results/tables/failures.ts';
import { publishedFailures } from '../../matrix/failures/record.ts';
import { recordedAnswers } from '../../journal/build.ts';
import { formatDay, listed } from '../../results/numbers/format.ts';
import type { Result } from '../../matrix/questions/outcome.ts';
import { subjects } from '../../matrix/questions/groups.ts';
import { RECORDED } from '../../matrix/questions/recorded.ts';
import { findSystem, probedHere, probedSystems } from '../../libraries/systems/index.ts';
import type { Table, TableRow } from '../../results/tables/table.ts';
import { type FeatureCell, featureOf, features } from '../../matrix/features.ts';

export const meanings: Readonly<Record<Result, { answer: FeatureCell['answer']; means: string }>> =
  {
    pass: { answer: 'yes', means: 'it did what the question asks' },
    partly: { answer: 'partly', means: 'it did, with a difference that its answer names' },
    fail: { answer: 'no', means: 'it did not' },
    'not-applicable': { answer: 'n/a', means: 'the question makes no sense of it' },
  };

/** Libraries that were asked, with the configuration over which they were. */
export const libraries = probedSystems.map((id) => {
  const { label, probed = '' } = findSystem(id);
  return { id, label, arm: `${id}/${probed}`, configuration: probed.replaceAll('-', ' ') };
});

/**
 * The questions of each subject, with their answers and the code that asks them.
 *
 * @throws Error naming the question and the library without a recorded answer
 */
export function answeredSubjects() {
  const recorded = Map.groupBy(recordedAnswers().results, ({ probe }) => probe);
  return subjects.map(({ id, label, onlyCli, questions }) => {
    const file = `src/matrix/questions/${id}.ts`;
    return {
      id,
      label,
      file,
      /** Why a browser cannot ask them. */
      onlyCli,
      code: readFileSync(join(process.cwd(), file), 'utf8'),
      questions: Object.entries(questions).flatMap(([probe, { question, passes }]) => {
        const answers = libraries.map(({ id: system, label: name }) => {
          const found = recorded.get(probe)?.find((each) => each.system === system);
          if (found !== undefined) return { ...found, label: name };
          throw new Error(
            `${RECORDED}: got no answer of ${system} to ${probe}, expected one of each: npm run bench -- probe --record`,
          );
        });
        return [{ id: probe, question, passes, answers }];
      }),
    };
  });
}

/** The features first, then the questions by their subjects; a row leads to the answers in full. */
export function matrixTable(answered: ReturnType<typeof answeredSubjects>): Table {
  const recorded = recordedAnswers();
  const asked = features.map(({ id, label, means, questions }): TableRow => ({
    id: `feature-${id}`,
    cells: [
      { text: label, note: means, href: `#${questions[0]}` },
      ...libraries.map(({ arm }) => ({ answer: featureOf(id, arm, recorded).answer })),
    ],
  }));
  const failed = publishedFailures();
  const lost = failureQuestions.map((asked): TableRow => ({
    id: `failure-${asked.id}`,
    anchor: `failure-${asked.id}`,
    cells: [
      { text: asked.question, href: `/studies/failures/#${asked.failures[0]}` },
      ...libraries.map(({ id }) => libraryAnswer(asked, id, failed)),
    ],
  }));
  return {
    caption: 'What each library can do',
    columns: [
      { id: 'question', label: 'Question', kind: 'text' },
      ...libraries.map(({ id, label, configuration }) => ({
        id,
        label,
        kind: 'feature' as const,
        note: configuration,
      })),
    ],
    groups: [
      { heading: 'Features at a glance', anchor: 'features', rows: asked },
      ...answered.map(({ id, label, questions }) => ({
        heading: label,
        anchor: `group-${id}`,
        rows: questions.map((each): TableRow => ({
          id: each.id,
          anchor: `probe-${each.id}`,
          cells: [
            { text: each.question, href: `#${each.id}` },
            ...each.answers.map(({ result }) => ({ answer: meanings[result].answer })),
          ],
        })),
      })),
      { heading: 'Failures', anchor: 'group-failures', rows: lost },
    ],
  };
}

export function recordedText(): string {
  const { date, runtimes, versions } = recordedAnswers();
  const named = libraries.flatMap(({ id }) =>
    Object.entries(versions[id] ?? {}).map((each) => each.join(' ')),
  );
  return `Recorded on ${formatDay(date)} with ${listed(runtimes)}, and ${listed(new Set(named))}.`;
}

/** Labels of the libraries whose package is not installed here, so that no run asks them. */
export const notInstalled: readonly string[] = libraries
  .filter(({ id }) => !probedHere.includes(id))
  .map(({ label }) => label);
