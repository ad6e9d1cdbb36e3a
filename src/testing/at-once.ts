/** Runs commands of a shell at the same time, each one argument. Fails when one fails. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs a command, prints what it said once it has ended, and resolves to whether it ended well. */
async function passes(command: string): Promise<boolean> {
  const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part: Buffer) => said.push(part));
  }
  const [code] = (await once(child, 'close')) as [number | null];
  process.stdout.write(Buffer.concat(said));
  return code === 0;
}

const commands = process.argv.slice(2);
const passed = await Promise.all(commands.map(passes));
const failed = commands.filter((_, index) => passed[index] !== true);
if (failed.length > 0) {
  process.stderr.write(`\nFailed: ${failed.join('; ')}\n`);
  process.exitCode = 1;
}
