import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const KIB = 1024;

/**
 * Resident set of a process as the system counts it, in bytes: `VmRSS` of /proc, or what `ps` says
 * where there is no such folder.
 *
 * @throws Error naming the process, where the system knows none of that id
 */
export async function residentSetOf(pid: number): Promise<number> {
  const read = process.platform === 'linux' ? fromProc : fromPs;
  const kib = Number(await read(pid).catch(() => undefined));
  if (Number.isInteger(kib) && kib > 0) return kib * KIB;
  throw new Error(`the system says nothing of the memory of process ${pid}`);
}

async function fromProc(pid: number): Promise<string | undefined> {
  return /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1];
}

async function fromPs(pid: number): Promise<string> {
  return (await run('ps', ['-o', 'rss=', '-p', String(pid)])).stdout.trim();
}
