/** Wrangler as the commands run it: the installed one, in a process of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** The command of the installed package. */
export const WRANGLER = join(
  createRequire(import.meta.url).resolve('wrangler/package.json'),
  '../bin/wrangler.js',
);

/** What wrangler said, and what it wrote for programs. */
interface Said {
  stdout: string;
  /** Lines of `WRANGLER_OUTPUT_FILE_PATH`: an object for each thing done, with its `type`. */
  results: ReadonlyArray<Record<string, unknown>>;
}

/** Wrangler ended with an error. The message is what it said. */
export class WranglerFailed extends Error {
  override name = 'WranglerFailed';
}

/**
 * Runs wrangler to its end. What it says goes to stderr too, as it says it.
 *
 * @param env besides the environment of this process
 * @throws WranglerFailed when its exit code is not 0
 */
export async function runWrangler(
  args: readonly string[],
  { quiet = false, env = {} }: { quiet?: boolean; env?: Readonly<Record<string, string>> } = {},
): Promise<Said> {
  const scratch = await mkdtemp(join(tmpdir(), 'roundtrip-wrangler-'));
  try {
    const file = join(scratch, 'results.ndjson');
    const child = spawn(process.execPath, [WRANGLER, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        WRANGLER_OUTPUT_FILE_PATH: file,
        WRANGLER_SEND_METRICS: 'false',
        NO_COLOR: '1',
        ...env,
      },
    });
    let [stdout, all] = ['', ''];
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        if (stream === child.stdout) stdout += text;
        all += text;
        if (!quiet) process.stderr.write(text);
      });
    }
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0) {
      const said = stripVTControlCharacters(all).trim();
      throw new WranglerFailed(`wrangler ${args.slice(0, 2).join(' ')}: ${said}`);
    }
    const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n').filter(Boolean);
    const results = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    return { stdout, results };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
