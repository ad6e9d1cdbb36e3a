import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { parse, printParseErrorCode, type ParseError } from 'jsonc-parser';
import { z } from 'zod';

interface Watched {
  /** Resolves with what it last said once it has ended, however it did. */
  ended: Promise<string>;
  /** Ends it and waits until it is gone. */
  stop: () => Promise<void>;
}

/**
 * Keeps what a child process last said, and does not leave it behind when this one ends.
 *
 * @param end sends it a signal
 * @param graceMs time it has to end after SIGTERM, in ms
 */
export function watchOver(
  child: ChildProcess,
  end: (signal: NodeJS.Signals) => void,
  graceMs: number,
): Watched {
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said.push(text);
      if (said.length > 50) said.shift();
      if (process.env['ROUNDTRIP_VERBOSE'] === '1') process.stderr.write(text);
    });
  }
  const ended = once(child, 'close').then(() => said.join('').trim());
  const kill = () => end('SIGKILL');
  process.once('exit', kill);
  void ended.finally(() => process.removeListener('exit', kill));
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    end('SIGTERM');
    const timer = setTimeout(kill, graceMs);
    await ended;
    clearTimeout(timer);
  };
  return { ended, stop };
}

export interface Workerd extends Pick<Watched, 'stop'> {
  port: number;
  pid: number | undefined;
}

interface WorkerdStart {
  configFile: string;
  /** Checkout whose installed workerd is started. */
  root: string;
  /**
   * Whether Ctrl-C in the terminal passes it by, so that whoever started it can still use it.
   * Such a caller must catch every signal that would end it, or it leaves workerd behind.
   */
  detached: boolean;
  /** Gets what it writes to its log, which goes to this process's own output otherwise. */
  onLog?: ((text: string) => void) | undefined;
}

/**
 * Starts `workerd serve` and waits until it listens.
 *
 * @throws Error with what workerd said when it does not start.
 */
export async function startWorkerd({
  configFile,
  root,
  detached,
  onLog,
}: WorkerdStart): Promise<Workerd> {
  const workerd = createRequire(join(root, 'package.json')).resolve('workerd/bin/workerd');
  const child = spawn(workerd, ['serve', '--control-fd=3', configFile], {
    stdio: ['ignore', onLog ? 'pipe' : 'inherit', 'pipe', 'pipe'],
    detached,
  });
  const { ended, stop } = watchOver(child, (signal) => child.kill(signal), 3000);
  if (onLog) for (const stream of [child.stdout, child.stderr]) stream?.on('data', onLog);
  const port = await listening(child.stdio[3] as Readable);
  if (port === undefined) throw new Error(`workerd did not start: ${await ended}`);
  return { port, pid: child.pid, stop };
}

/** The port it listens on; undefined when it ends before it does. */
async function listening(control: Readable): Promise<number | undefined> {
  for await (const line of createInterface({ input: control })) {
    const message = JSON.parse(line) as { event?: string; port?: number };
    if (message.event === 'listen' && message.port !== undefined) return message.port;
  }
  return undefined;
}

/** What a workerd configuration is made of. Paths are relative to the file it is written to. */
interface WorkerdOptions {
  config: WranglerConfig;
  module: string;
  /** Directory that holds the objects' databases. */
  disk: string;
  /** Where to listen: `localhost:8788`; port 0 lets the system choose. */
  address: string;
  vars: Readonly<Record<string, string>>;
}

/** Text of a workerd configuration (Cap'n Proto) that serves the Worker of wrangler.jsonc alone. */
export function workerdConfig({ config, module, disk, address, vars }: WorkerdOptions): string {
  const classes = config.durable_objects.bindings;
  const text = Object.entries({ ...config.vars, ...vars });
  return `using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "bench", worker = .bench),
    (name = "disk", disk = (path = ${quote(disk)}, writable = true)),
  ],
  sockets = [(name = "http", address = ${quote(address)}, http = (), service = "bench")],
);

const bench :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed ${quote(module)})],
  compatibilityDate = ${quote(config.compatibility_date)},
  compatibilityFlags = [${config.compatibility_flags.map(quote).join(', ')}],
  durableObjectNamespaces = [
${lines(classes, ({ class_name: name }) => `(className = ${quote(name)}, uniqueKey = ${quote(`roundtrip-${name}`)}, enableSql = true)`)}
  ],
  durableObjectStorage = (localDisk = "disk"),
  bindings = [
${lines(classes, ({ name, class_name }) => `(name = ${quote(name)}, durableObjectNamespace = (className = ${quote(class_name)}))`)}
${lines(text, ([name, value]) => `(name = ${quote(name)}, text = ${quote(value)})`)}
  ],
);
`;
}

function lines<Item>(items: readonly Item[], print: (item: Item) => string): string {
  return items.map((item) => `    ${print(item)},`).join('\n');
}

/** A Cap'n Proto text literal; its escapes are C's, of which JSON's are a part. */
function quote(text: string): string {
  return JSON.stringify(text);
}

/** The parts of wrangler.jsonc that a plain workerd needs; the rest is the platform's. */
const wranglerConfigSchema = z.object({
  main: z.string(),
  compatibility_date: z.iso.date(),
  compatibility_flags: z.array(z.string()).default([]),
  durable_objects: z.object({
    bindings: z.array(z.object({ name: z.string(), class_name: z.string() })),
  }),
  vars: z.record(z.string(), z.string()).default({}),
});

type WranglerConfig = z.infer<typeof wranglerConfigSchema>;

/**
 * Reads `wrangler.jsonc`, so that what runs locally is declared once.
 *
 * @throws Error naming the file and what was expected.
 */
export async function readWranglerConfig(root: string): Promise<WranglerConfig> {
  const file = join(root, 'wrangler.jsonc');
  const errors: ParseError[] = [];
  const value: unknown = parse(await readFile(file, 'utf8'), errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error !== undefined) {
    throw new Error(`${file}: ${printParseErrorCode(error.error)} at offset ${error.offset}`);
  }
  const result = wranglerConfigSchema.safeParse(value);
  if (!result.success) throw new Error(`${file}: ${z.prettifyError(result.error)}`);
  return result.data;
}
