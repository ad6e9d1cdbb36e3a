/** Files of text as people save them: every command reads its records and settings through here. */
import { readFile } from 'node:fs/promises';
import { readRecord, type RoundtripRecord } from '../../harness/record/index.ts';

/** Bytes in which a NUL gives UTF-16 away: one of two is a NUL where the text is JSON. */
const FIRST_BYTES = 64;

/**
 * The text of a file in UTF-8. A byte-order mark is skipped.
 *
 * @throws Error naming the file and how to save it, for another encoding
 */
export async function readText(file: string): Promise<string> {
  return textOf(await readFile(file), file);
}

/** @param name of the file, for the message */
export function textOf(bytes: Uint8Array, name: string): string {
  const [first, second] = bytes;
  const marked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (marked || bytes.subarray(0, FIRST_BYTES).includes(0)) {
    throw new Error(
      `${name}: got UTF-16, as > writes it in Windows PowerShell, expected UTF-8: ` +
        'save it with | Out-File -Encoding utf8',
    );
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new Error(`${name}: got bytes that are no UTF-8, expected text in UTF-8`, { cause });
  }
}

/** The record in a file. @throws Error naming the file and what of it is not as expected */
export async function readRecordFile(file: string): Promise<RoundtripRecord> {
  return readRecord(await readText(file), file);
}
