/** Keeps a finished run in this browser. */
import { type SessionRecord, writeRecord } from '../../harness/record/index.ts';
import { addResult, reasonOf } from '../../history/index.ts';
import type { Finding } from '../../report/finding.ts';

/** Said of a result that is kept. */
export const KEPT = 'This result is kept in this browser:';

/** @returns what became of it, in a sentence: what fails here costs no result */
export async function keep(finding: Finding, record: SessionRecord): Promise<string> {
  try {
    await addResult(finding, writeRecord(record));
    return KEPT;
  } catch (error) {
    return `This result is not kept, because ${reasonOf(error)}. Download its record to have it later. What is kept:`;
  }
}
