/** Runs of studies whose records have a form of their own. */
import type { Table } from '../../results/tables/table.ts';
import { toText } from '../../results/tables/text.ts';
import { EXIT_FAILURE, say } from './args.ts';
import { expectWritable, writeWhole } from './files.ts';
import { bypassLoopback } from './network/environment-proxy.ts';
import { catchInterrupt, EXIT_INTERRUPTED } from './process-end.ts';

/** The options of every run that a command makes of its own checkout. */
export interface OwnRun {
  root: string;
  repeats: number;
  seed: number;
  /** An interrupt keeps what is complete. */
  signal: AbortSignal;
  onProgress: (text: string) => void;
}

/** The record of a run: how it is taken, written and shown. */
interface Taking<Taken> {
  take: (run: Pick<OwnRun, 'root' | 'signal' | 'onProgress'>) => Promise<Taken>;
  write: (record: Taken) => string;
  tables: (record: Taken) => readonly Table[];
}

/** Takes the record of a run, writes it and prints it. @returns the exit code */
export async function takeRecord<Taken extends { errors: ReadonlyArray<{ message: string }> }>(
  { out, json }: { out: string | undefined; json: boolean },
  { take, write, tables }: Taking<Taken>,
): Promise<number> {
  if (out !== undefined) await expectWritable('--out', out);
  bypassLoopback();
  using interrupt = catchInterrupt(() => say('Stopping: what is complete is kept …'));
  const { signal } = interrupt;
  const onProgress = (text: string) => say(`${text} …`);
  const record = await take({ root: process.cwd(), signal, onProgress });
  const text = write(record);
  if (out !== undefined) await writeWhole('--out', out, text);
  const shown = json ? [text] : tables(record).map((table) => toText(table));
  console.log(shown.join('\n\n'));
  for (const { message, ...where } of record.errors) {
    say(`${Object.values(where).join(', ')}: ${message}`);
  }
  if (signal.aborted) return EXIT_INTERRUPTED;
  return record.errors.length > 0 ? EXIT_FAILURE : 0;
}
