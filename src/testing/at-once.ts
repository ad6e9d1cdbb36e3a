/** Runs npm scripts at the same time: `tsx src/testing/at-once.ts lint types`. Fails when one fails. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs a script, prints what it said once it has ended, and resolves to whether it ended well. */
async function passes(script: string): Promise<boolean> {
  const child = spawn('npm', ['run', script], { stdio: ['ignore', 'pipe', 'pipe'] });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part: Buffer) => said.push(part));
  }
  const [code] = (await once(child, 'close')) as [number | null];
  process.stdout.write(Buffer.concat(said));
  return code === 0;
}

const scripts = process.argv.slice(2);
const passed = await Promise.all(scripts.map(passes));
const failed = scripts.filter((_, index) => passed[index] !== true);
if (failed.length > 0) {
  process.stderr.write(`\nFailed: ${failed.join(', ')}\n`);
  process.exitCode = 1;
}
