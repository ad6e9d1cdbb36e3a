/** What runs an end of a channel between processes. */
export const runtimes = ['node', 'bun', 'deno'] as const;
export type Runtime = (typeof runtimes)[number];

/** How readers meet each. */
export const runtimeNames: Readonly<Record<Runtime, string>> = {
  node: 'Node',
  bun: 'Bun',
  deno: 'Deno',
};

/**
 * How messages of `process.send` are written between the ends of an arm; undefined where there is no
 * channel for them.
 *
 * @param files its system and transport
 */
export function messagesOf(files: string): 'json' | 'advanced' | undefined {
  if (files === 'node-ipc-ipc') return 'json';
  return files === 'node-ipc-ipc-advanced' ? 'advanced' : undefined;
}

/** What carries the calls, as a label goes on with it. */
export const transportNames: Readonly<Record<string, string>> = {
  stdio: 'stdio',
  websocket: 'WebSocket',
  'one-process-websocket': 'WebSocket in one process',
  http: 'HTTP',
  unix: 'a Unix socket',
  worker: 'a worker thread',
};

/** Who calls whom over what. */
export interface Pair {
  system: string;
  client: Runtime;
  server: Runtime;
  transport: string;
}

const runtime = runtimes.join('|');
const form = new RegExp(`^([^/]+)/(${runtime})-(${runtime})-(.+)$`);

/** What an arm’s id says: `kkrpc/node-bun-stdio`. Undefined for one whose ends are not two processes. */
export function pairOf(arm: string): Pair | undefined {
  const [, system, client, server, transport] = form.exec(arm) ?? [];
  if (system === undefined || transport === undefined) return undefined;
  return { system, client: client as Runtime, server: server as Runtime, transport };
}

/** The id of a pair’s arm. */
export function armOf({ system, client, server, transport }: Pair): string {
  return `${system}/${client}-${server}-${transport}`;
}

/** What a process says on stderr once it serves. */
export const READY = 'ready\n';
