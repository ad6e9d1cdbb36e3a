import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** Time a process has to end after SIGTERM, in ms. */
const GRACE_MS = 3000;

export interface Workerd {
  port: number;
  /** Ends the process and waits until it is gone. */
  stop(): Promise<void>;
  /** Resolves with what it last said once the process has ended, however it did. */
  ended: Promise<string>;
}

export interface WorkerdStart {
  /** Absolute path of its configuration. */
  configFile: string;
  /** Checkout whose installed workerd is started. */
  root: string;
  /**
   * Whether Ctrl-C in the terminal passes it by, so that whoever started it can still use it.
   * Such a caller must catch every signal that would end it, or it leaves workerd behind.
   */
  detached: boolean;
}

/**
 * Starts `workerd serve` and waits until it listens.
 *
 * @throws Error with what workerd said when it does not start.
 */
export async function startWorkerd({ configFile, root, detached }: WorkerdStart): Promise<Workerd> {
  const workerd = createRequire(join(root, 'package.json')).resolve('workerd/bin/workerd');
  const child = spawn(workerd, ['serve', '--control-fd=3', configFile], {
    stdio: ['ignore', 'inherit', 'pipe', 'pipe'],
    detached,
  });
  const said: string[] = [];
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said.push(text);
    if (said.length > 50) said.shift();
    if (process.env['ROUNDTRIP_VERBOSE'] === '1') process.stderr.write(text);
  });
  const ended = once(child, 'close').then(() => said.join('').trim());
  // A parent that ends without stopping its workerd must not leave it behind.
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  void ended.finally(() => process.removeListener('exit', kill));

  const port = await listening(child.stdio[3] as Readable);
  if (port === undefined) throw new Error(`workerd did not start: ${await ended}`);
  return { port, ended, stop: () => stop(child, ended) };
}

/** The port it listens on; undefined when it ends before it does. */
async function listening(control: Readable): Promise<number | undefined> {
  for await (const line of createInterface({ input: control })) {
    const message = JSON.parse(line) as { event?: string; port?: number };
    if (message.event === 'listen' && message.port !== undefined) return message.port;
  }
  return undefined;
}

async function stop(child: ChildProcess, ended: Promise<string>): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
    await ended;
    clearTimeout(timer);
  }
}
