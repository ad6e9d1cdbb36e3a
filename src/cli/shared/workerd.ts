import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { Child } from '../../wire/processes/child.ts';
import { say } from './args.ts';
import { readJson } from './files.ts';
import { endWithThis } from './process-end.ts';

export interface Workerd {
  pid: number | undefined;
  ports: number[];
  /** Port of its inspector, if that was asked for. */
  inspectorPort: number | undefined;
  /** Calls back with how it ended, and its last words, if it ends without having been stopped. */
  onLoss: (listener: (how: string) => void) => void;
  stop: () => Promise<void>;
}

const GRACE_MS = 3000;

interface WorkerdStart {
  configFile: string;
  workers: number;
  /** Checkout whose installed workerd is started. */
  root: string;
  inspected?: boolean;
  /** True if it says, in addition, which exceptions Workers throw. */
  verbose?: boolean;
  /** Hears all that it and its Workers say. */
  onSaid?: ((text: string) => void) | undefined;
}

export async function startWorkerd({
  configFile,
  workers,
  root,
  inspected = false,
  verbose = false,
  onSaid,
}: WorkerdStart): Promise<Workerd> {
  const inspector = inspected ? ['--inspector-addr=127.0.0.1:0'] : [];
  const flags = ['--control-fd=3', ...inspector, ...(verbose ? ['--verbose'] : [])];
  const child = new Child(
    { file: workerdBinary(root), args: ['serve', ...flags, configFile] },
    {
      // In a group of its own, so that a Ctrl-C in the terminal passes it by: its caller may still need it.
      name: 'workerd',
      group: true,
      endWithThis,
      stdoutToo: true,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      onSaid: orVerbose(onSaid),
    },
  );
  const sockets = Array.from({ length: workers }, (_, at) => `http-${at}`);
  const awaited = inspected ? [INSPECTOR, ...sockets] : sockets;
  const found = await listening(child.process.stdio[3] as Readable, awaited);
  if (found === undefined) {
    await child.ended;
    throw new Error(`workerd did not start: ${child.said.trim()}`);
  }
  return {
    pid: child.pid,
    ports: sockets.map((socket) => found.get(socket) ?? 0),
    inspectorPort: found.get(INSPECTOR),
    onLoss: (listener) => child.onLoss(listener),
    stop: () => child.close(GRACE_MS),
  };
}

/**
 * Path of the program itself. `bin/workerd` is a script of Node's wherever the package's install script
 * did not run, as under pnpm, and the script does not hand file descriptor 3 on.
 */
function workerdBinary(root: string): string {
  const installed = createRequire(join(root, 'package.json'))('workerd') as { default: string };
  return installed.default;
}

/** Hears all that a process says, and shows it too under `ROUNDTRIP_VERBOSE=1`. */
export function orVerbose(onSaid?: (text: string) => void): (text: string) => void {
  return (text) => {
    onSaid?.(text);
    if (process.env['ROUNDTRIP_VERBOSE'] === '1') process.stderr.write(text);
  };
}

/** Name of the inspector among the names of sockets. */
const INSPECTOR = 'inspector';

/** The ports it listens on, by their sockets; undefined when it ends before it listens on all of them. */
async function listening(
  control: Readable,
  awaited: readonly string[],
): Promise<ReadonlyMap<string, number> | undefined> {
  const ports = new Map<string, number>();
  for await (const line of createInterface({ input: control })) {
    const message = JSON.parse(line) as { event?: string; socket?: string; port?: number };
    const { event, port } = message;
    const socket = event === 'listen-inspector' ? INSPECTOR : message.socket;
    if (port !== undefined && socket !== undefined) ports.set(socket, port);
    if (awaited.every((each) => ports.has(each))) return ports;
  }
  return undefined;
}

/** A Worker as workerd serves it. Paths are relative to the configuration’s file. */
export interface ServedWorker {
  config: WranglerConfig;
  /** File of its module, and the name that stack traces have for it. */
  module: string;
  /** Address to listen on: `localhost:8788`; port 0 lets the system choose. */
  address: string;
  vars: Readonly<Record<string, string>>;
  /** Tells it and its objects from the others. */
  name: string;
}

/**
 * Text of a workerd configuration (Cap'n Proto) that serves Workers of wrangler.jsonc files, each
 * on a socket of its own, and nothing else.
 *
 * @param disk directory that holds the objects' databases
 */
export function workerdConfig(disk: string, workers: readonly ServedWorker[]): string {
  return `using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
${lines(workers, ({ name }, at) => `(name = ${quote(name)}, worker = .worker${at})`)}
    (name = "disk", disk = (path = ${quote(disk)}, writable = true)),
  ],
  sockets = [
${lines(workers, ({ name, address }, at) => `(name = "http-${at}", address = ${quote(address)}, http = (), service = ${quote(name)})`)}
  ],
);
${workers.map(workerText).join('')}`;
}

function workerText({ config, module, vars, name: prefix }: ServedWorker, at: number): string {
  const classes = config.durable_objects.bindings;
  const text = Object.entries({ ...config.vars, ...vars });
  const old = new Set(config.migrations.flatMap(({ new_classes }) => new_classes));
  return `
const worker${at} :Workerd.Worker = (
  modules = [(name = ${quote(module)}, esModule = embed ${quote(module)})],
  compatibilityDate = ${quote(config.compatibility_date)},
  compatibilityFlags = [${config.compatibility_flags.map(quote).join(', ')}],
  durableObjectNamespaces = [
${lines(classes, ({ class_name: name }) => `(className = ${quote(name)}, uniqueKey = ${quote(`${prefix}-${name}`)}, enableSql = ${!old.has(name)})`)}
  ],
  durableObjectStorage = (localDisk = "disk"),
  bindings = [
${lines(classes, ({ name, class_name }) => `(name = ${quote(name)}, durableObjectNamespace = (className = ${quote(class_name)}))`)}
${lines(text, ([name, value]) => `(name = ${quote(name)}, text = ${quote(value)})`)}
  ],
);
`;
}

function lines<Item>(items: readonly Item[], print: (item: Item, at: number) => string): string {
  return items.map((item, at) => `    ${print(item, at)},`).join('\n');
}

/** A Cap'n Proto text literal, whose escapes include those of JSON. */
function quote(text: string): string {
  return JSON.stringify(text);
}

/** The parts of wrangler.jsonc that a plain workerd needs; the rest is the platform's. */
const wranglerConfigSchema = z.object({
  main: z.string(),
  compatibility_date: z.iso.date(),
  compatibility_flags: z.array(z.string()).default([]),
  durable_objects: z
    .object({ bindings: z.array(z.object({ name: z.string(), class_name: z.string() })) })
    .default({ bindings: [] }),
  /** Classes whose storage is not SQLite; of all others it is. */
  migrations: z.array(z.object({ new_classes: z.array(z.string()).default([]) })).default([]),
  vars: z.record(z.string(), z.string()).default({}),
});

export type WranglerConfig = z.infer<typeof wranglerConfigSchema>;

/** Reads `wrangler.jsonc`, so that what runs locally is declared once. @throws Error naming it and what was expected */
export function readWranglerConfig(root: string): Promise<WranglerConfig> {
  return readJson(join(root, 'wrangler.jsonc'), wranglerConfigSchema);
}

const unused = z.unknown().optional();

/** Reads that of a Worker from outside. Without the platform, workerd has no bindings but Durable Objects and texts. */
export function readOutsideConfig(folder: string): Promise<WranglerConfig> {
  const others = { $schema: unused, name: unused, observability: unused, workers_dev: unused };
  const schema = z.strictObject({ ...wranglerConfigSchema.shape, ...others });
  return readJson(join(folder, 'wrangler.jsonc'), schema);
}

/** The line of workerd about an exception, under its flag `--verbose`: of an Error its stack, or a text. */
const THROWN = /uncaught exception; source = Uncaught[^;]*; (stack|exception) = (.*)/;

/** A line of a stack: the function, and the file of the Worker’s module. */
const FRAME = /^ {4}at (.*?) ?\(?file:\/\/\/bundle\/([^:]+)/;

/** Goes before the code of a Worker. It reports an unhandled rejection in the words of an exception. */
export const REJECTIONS = `addEventListener('unhandledrejection', ({ reason }) => console.error('uncaught exception; source = Uncaught; ' + (reason?.stack ? 'stack = ' + reason.stack : 'exception = ' + reason)));`;

/** @param nameOf the name of a Worker by the file of its module; undefined for one that is not told of */
export function exceptionsTold(nameOf: (module: string) => string | undefined) {
  const told = new Set<string>();
  const tell = (name: string, what: string) => {
    const text = `${name} threw: ${what}`;
    if (!told.has(text)) say(text);
    told.add(text);
  };
  let rest = '';
  /** The first line of an exception whose Worker is not known yet. */
  let open: string | undefined;
  return (piece: string): void => {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const [, kind, thrown] = THROWN.exec(line) ?? [];
      if (thrown !== undefined && kind === 'exception') tell('A Worker', thrown);
      else if (thrown !== undefined) open = thrown;
      else if (open !== undefined) {
        const [, frame = '', module] = FRAME.exec(line) ?? [];
        if (module === undefined) continue;
        const name = nameOf(module);
        if (name !== undefined) tell(name, frame === '' ? open : `${open} (in ${frame})`);
        open = undefined;
      }
    }
  };
}
