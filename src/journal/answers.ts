/** What a study answers: the lines that its file chooses by hand, each with the entry and the record it is from. */
import type { CollectionEntry } from 'astro:content';
import type { BesideData, BesideGroup } from '../figures/beside.ts';
import type { Answer } from '../report/entry-answer.ts';
import { type Finding, findingOf } from '../report/finding.ts';
import { headlineGroup, headlineOfFinding } from '../report/headline.ts';
import { armNames } from '../report/words.ts';
import { entryPage, type EntryPage } from './entries.ts';
import { readJournal } from './journal.ts';
import { oncePerBuild } from './once.ts';

type Study = CollectionEntry<'studies'>;
type Chosen = Study['data']['answers'][number];

/** The answer of a study. */
export interface StudyAnswer extends Answer {
  /** The entries that give it, in the order of the lines. */
  pages: EntryPage[];
  /** The contestants’ times, a group for each line. */
  groups: BesideGroup[];
  /** The first of them with those alone that its line names, for where there is little room. */
  small: BesideGroup[];
  /** Name of what its ratios are stated against. */
  reference: string;
  /** What a reader’s own run is set beside: the finding of the first line. */
  finding: Finding;
}

/** @throws Error naming the file, the line and what it expects */
export const studyAnswer = oncePerBuild(async ({ id, data }: Study): Promise<StudyAnswer> => {
  const lines = await Promise.all(
    data.answers.map(async (chosen, at) => {
      try {
        return await lineOf(chosen);
      } catch (error) {
        const file = `content/studies/${id}.mdx answers.${at}`;
        throw new Error(`${file}: ${(error as Error).message}`, { cause: error });
      }
    }),
  );
  const [first] = lines;
  if (first === undefined) throw new Error(`content/studies/${id}.mdx: got no answers`);
  const sentences = lines.map(({ sentence }) => sentence);
  return {
    ...{ sentences, text: sentences.join(' '), finding: first.finding },
    pages: [...new Set(lines.map(({ page }) => page))],
    groups: lines.map(({ group }) => group),
    small: [first.small],
    reference: armNames(first.page.study)(first.page.study.reference).spoken,
  };
});

/** The data of its figure but for the width. @param most questions that it shows */
export function figureOf(
  { groups, reference }: Pick<StudyAnswer, 'groups' | 'reference'>,
  most: number,
): Omit<BesideData, 'width'> {
  const shown = groups.slice(0, most);
  const [first] = shown;
  // With one group its heading would only say the title again.
  if (first !== undefined && shown.length === 1) {
    return { title: `${first.heading}, in ms`, groups: [{ ...first, heading: '' }], reference };
  }
  return { title: 'Median times of each contestant, in ms', groups: shown, reference };
}

/** A line with what it was made of. */
interface Line {
  sentence: string;
  page: EntryPage;
  finding: Finding;
  group: BesideGroup;
  small: BesideGroup;
}

async function lineOf(chosen: Chosen): Promise<Line> {
  const { page, run } = await runOf(chosen);
  const { study } = page;
  const finding = findingOf(run.record, run.analysis, 'complete');
  return {
    ...{ page, finding, sentence: headlineOfFinding(study, chosen, finding) },
    group: headlineGroup(study, chosen, finding),
    small: headlineGroup(study, chosen, finding, chosen.says),
  };
}

/** A record that was measured here, with its entry. */
async function runOf({ entry, record }: Pick<Chosen, 'entry' | 'record'>) {
  const found = (await readJournal()).find(entry.id);
  const id = found?.data.records[record - 1]?.id;
  const page = found && (await entryPage(found));
  const run = page && page.runs.find((each) => each.id === id);
  if (run === undefined) {
    throw new Error(`got record ${record} of ${entry.id}, expected one that was measured for it`);
  }
  return { page: page as EntryPage, run };
}
