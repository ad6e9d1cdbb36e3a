/** Asks a bench what it is, for the lab. Loaded when somebody asks. */
import { askAbout } from '../../bench-client/about.ts';
import { aboutText } from '../../report/where.ts';
import { findStudy } from '../../studies/index.ts';
import { failureOf, failureWords } from './status.ts';

/** What a bench says of itself, in sentences, or why it says nothing. */
export async function whatAnswers(origin: string, study: string): Promise<string> {
  try {
    return aboutText(origin, await askAbout(origin), findStudy(study));
  } catch (error) {
    const { title, text } = failureWords(failureOf(error));
    return `${title}. ${text} If it runs, it may not admit this page: see below what it has to send.`;
  }
}
