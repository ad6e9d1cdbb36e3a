/** Load generators and servers as processes, as a run starts them. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Elsewhere, Meter } from '../../harness/plan/index.ts';
import type { FromAgent } from '../../peers/agent-protocol.ts';
import { AgentClient } from '../../peers/elsewhere.ts';
import { endOf, lastOf } from '../../peers/processes/child.ts';
import { lineOf, readLines } from '../../peers/processes/lines.ts';
import type { LoadSpec } from '../specs.ts';
import type { Target } from '../target.ts';

const path = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const GO_MODULE = path('../../../bench-servers/grpc-go');
const FEATURES = path('../../../bench-servers/features.json');
/** Longest that the module may take to be built, in ms, where nothing of it is there yet. */
const BUILDING_MS = 240_000;

/** What starts a process: a file and its arguments. */
export type Command = readonly [file: string, ...args: string[]];

export interface Built {
  generators: Readonly<Record<string, Command>>;
  /** With the protocol of each. */
  servers: Readonly<Record<string, { protocol: Target['protocol']; command: Command }>>;
  /** Why there are none in Go; undefined where there are. */
  withoutGo: string | undefined;
  remove(): void;
}

/** All that runs here: what Node runs, and what Go does where it is and builds the module. */
export function build(): Built {
  const node = process.execPath;
  const serve = (name: string): Command => [node, path('../servers/serve.ts'), name];
  const generators = { Node: [node, path('../load/generator.ts')] as const };
  const servers = {
    'grpc-js': { protocol: 'grpc', command: serve('grpc-js') },
    connect: { protocol: 'grpc', command: serve('connect') },
    'http2/node': { protocol: 'http2', command: serve('http2') },
    'tcp/node': { protocol: 'tcp', command: serve('tcp') },
  } as const;
  const folder = mkdtempSync(join(tmpdir(), 'roundtrip-grpc-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const binary = join(folder, 'roundtrip-grpc');
  try {
    execFileSync('go', ['build', '-o', binary, '.'], {
      cwd: GO_MODULE,
      stdio: 'pipe',
      timeout: BUILDING_MS,
    });
  } catch (error) {
    const [withoutGo = ''] = (error as Error).message.trim().split('\n').slice(-1);
    return { generators, servers, withoutGo, remove };
  }
  const go = (name: string): Command => [binary, 'serve', name, '--features', FEATURES];
  return {
    generators: { ...generators, Go: [binary, 'load'] },
    servers: {
      ...servers,
      'grpc-go': { protocol: 'grpc', command: go('grpc') },
      'http2/go': { protocol: 'http2', command: go('http2') },
      'tcp/go': { protocol: 'tcp', command: go('tcp') },
    },
    withoutGo: undefined,
    remove,
  };
}

type Piped = ChildProcess & { stdin: Writable; stdout: Readable; stderr: Readable };

function start([file, ...args]: Command) {
  const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'pipe'] }) as Piped;
  const said = lastOf(child.stderr);
  child.stdin.on('error', () => undefined);
  const ended = once(child, 'close').then(([code, signal]) => ({
    code: code as number | null,
    how: endOf(code as number | null, signal as string | null, said()),
  }));
  return { child, ended };
}

/** A server that was started, and says where it listens. */
export class ServerProcess {
  readonly #child: Piped;
  readonly #ended: Promise<unknown>;
  /** `127.0.0.1:12345` */
  readonly address: Promise<string>;

  constructor(command: Command) {
    const { child, ended } = start(command);
    this.#child = child;
    this.#ended = ended;
    const said = new Promise<string>((resolve) =>
      readLines<{ port: number }>(child.stdout, ({ port }) => resolve(`127.0.0.1:${port}`)),
    );
    const never = ended.then(({ how }) => Promise.reject(new Error(`the server ${how}`)));
    this.address = Promise.race([said, never]);
    never.catch(() => undefined);
  }

  /** Resolves once it has ended because its stdin did. */
  async close(): Promise<void> {
    this.#child.stdin.end();
    await this.#ended;
  }
}

/** A load generator that was started. */
export class GeneratorProcess {
  readonly ended: Promise<{ code: number | null; how: string }>;
  readonly #child: Piped;
  readonly #client: AgentClient;

  constructor([file, ...args]: Command, specs: readonly LoadSpec[]) {
    const { child, ended } = start([file, ...args, JSON.stringify(specs)]);
    this.#child = child;
    this.ended = ended;
    this.#client = new AgentClient((message) => child.stdin.write(lineOf(message)));
    readLines<FromAgent>(child.stdout, (message) => this.#client.take(message));
    void ended.then(({ how }) => this.#client.lost(`the generator ${how}`));
  }

  /** Opens a connection, whose deadline is in ms. */
  async open(target: Target, deadlineMs = 5000): Promise<Elsewhere & { close: () => void }> {
    const meter: Meter = { count: () => undefined, opened: () => undefined, lost: () => undefined };
    const channel = { id: 'an id', meter, deadlineMs, through: undefined };
    const connection = await this.#client.connect('an arm', channel, target);
    const { elsewhere } = connection;
    if (elsewhere === undefined) throw new Error('got no turns elsewhere, expected a generator’s');
    return { ...elsewhere, close: () => connection.close() };
  }

  write(text: string): void {
    this.#child.stdin.write(text);
  }

  /** Resolves once it has ended because its stdin did. */
  close(): ReturnType<() => GeneratorProcess['ended']> {
    this.#child.stdin.end();
    return this.ended;
  }
}
