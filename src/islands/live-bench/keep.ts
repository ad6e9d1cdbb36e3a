/** Keeps a finished run in this browser. */
import { type SessionRecord, writeRecord } from '../../harness/record/index.ts';
import { addResult, reasonOf } from '../../history/index.ts';
import type { Finding } from '../../report/finding.ts';

/** @returns what became of it, in a sentence: what fails here costs no result */
export async function keep(finding: Finding, record: SessionRecord): Promise<string> {
  try {
    await addResult(finding, writeRecord(record));
    return 'This result is kept in this browser:';
  } catch (error) {
    return `This result is not kept, because ${reasonOf(error)}. Download its record to have it later. What is kept:`;
  }
}
