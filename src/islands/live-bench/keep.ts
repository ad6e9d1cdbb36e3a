/** Keeps a finished run as a link: in the address of its page, and in this browser's list of results. */
import { ownFragment, saveResult } from '../../history/index.ts';
import type { StudyOutline } from '../../harness/plan/index.ts';
import type { Finding } from '../../report/finding.ts';
import { packFinding } from '../../share/index.ts';
import { factsText } from '../results/words.ts';

/** What became of a finished run, in a sentence, and the fragment that holds it, if one does. */
export interface Kept {
  said: string;
  fragment?: string;
}

/** Keeps a finished run: what fails here costs no result. */
export async function keep({ title }: StudyOutline, finding: Finding): Promise<Kept> {
  try {
    const fragment = ownFragment(await packFinding(finding));
    const isSaved = saveResult({
      ...{ study: title, what: factsText(finding), at: finding.startedAt },
      link: `/result/${fragment}`,
    });
    return isSaved
      ? { said: 'This result is kept in this browser:', fragment }
      : {
          said: 'This browser does not let this site store anything, so only the address of this page holds the result. What is kept:',
          fragment,
        };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { said: `This result is not kept. ${error.message} What is kept:` };
  }
}
