/** The recorded answers of all libraries, read once in a build. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRecorded, RECORDED, type Recorded } from '../probes/recorded.ts';

let read: Recorded | undefined;

/** @throws Error naming the file, and the field with what was expected */
export function recordedAnswers(): Recorded {
  read ??= readRecorded(readFileSync(join(process.cwd(), RECORDED), 'utf8'));
  return read;
}
