import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** What a process has in memory, in MiB; null where the system does not tell. */
export async function memoryOf(pid: number | undefined): Promise<number | null> {
  try {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
    return Math.round(Number(stdout) / 1024);
  } catch {
    return null;
  }
}
