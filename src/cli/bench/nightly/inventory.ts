/** What takes too long for each change: commands of this project, in processes of their own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { NIGHTLY } from '../../test/parts.ts';

interface Job {
  about: string;
  /** A command of `src/cli` and what it is given. */
  argv: readonly string[];
}

export const jobs: Readonly<Record<string, Job>> = {
  units: { about: 'every case of the unit tests, at full size', argv: ['test', 'units'] },
  pages: { about: 'every case of the page tests', argv: ['test', 'pages'] },
  probe: { about: 'every question of the capability matrices, in each place', argv: ['probe'] },
  fuzz: { about: 'ten times the frames of a fuzz', argv: ['bench', 'fuzz', '--frames', '100000'] },
  harness: { about: 'what the harness adds to a call', argv: ['bench', 'harness'] },
  guard: { about: 'what the limits of the bench add', argv: ['bench', 'harness', '--guard'] },
  generator: {
    about: 'what the load generator reaches',
    argv: ['bench', 'harness', '--study', 'grpc-go-vs-lisp'],
  },
  lighthouse: { about: 'how Lighthouse judges a page of each kind', argv: ['bench', 'pages'] },
};

export interface Done {
  job: string;
  ok: boolean;
  seconds: number;
}

/** Runs one after the other, whatever becomes of those before. What they print goes to stderr. */
export async function runJobs(
  wanted: ReadonlyArray<readonly [name: string, argv: readonly string[]]>,
  root = process.cwd(),
): Promise<Done[]> {
  const done: Done[] = [];
  for (const [job, [command = '', ...args]] of wanted) {
    process.stderr.write(`\n${job}: ${[command, ...args].join(' ')}\n`);
    const startedAt = performance.now();
    const file = join(root, 'src/cli', command, 'index.ts');
    const child = spawn(process.execPath, ['--import', 'tsx', file, ...args], {
      cwd: root,
      stdio: ['ignore', process.stderr, process.stderr],
      env: { ...process.env, [NIGHTLY]: '1' },
    });
    const [code] = (await once(child, 'close')) as [number | null];
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    done.push({ job, ok: code === 0, seconds });
  }
  return done;
}
