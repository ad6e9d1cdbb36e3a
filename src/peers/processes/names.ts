/** The runtimes on either side of a channel between processes. */
export const runtimes = ['node', 'bun', 'deno'] as const;
export type Runtime = (typeof runtimes)[number];

/** Their names for readers. */
export const runtimeNames: Readonly<Record<Runtime, string>> = {
  node: 'Node',
  bun: 'Bun',
  deno: 'Deno',
};

/** Transports, as a label goes on with them. */
export const transportNames: Readonly<Record<string, string>> = {
  stdio: 'stdio',
  websocket: 'WebSocket',
  'one-process-websocket': 'WebSocket in one process',
  http: 'HTTP',
  unix: 'a Unix socket',
  worker: 'a worker thread',
};

/** Both sides of an arm that are processes of their own. */
export interface Pair {
  system: string;
  client: Runtime;
  server: Runtime;
  transport: string;
}

const runtime = runtimes.join('|');
const form = new RegExp(`^([^/]+)/(${runtime})-(${runtime})-(.+)$`);

/** The pair that an arm’s id names: `kkrpc/node-bun-stdio`. Undefined for one within a process. */
export function pairOf(arm: string): Pair | undefined {
  const [, system, client, server, transport] = form.exec(arm) ?? [];
  if (system === undefined || transport === undefined) return undefined;
  return { system, client: client as Runtime, server: server as Runtime, transport };
}

/** The id of a pair’s arm. */
export function armOf({ system, client, server, transport }: Pair): string {
  return `${system}/${client}-${server}-${transport}`;
}

/** The line that a process writes to stderr once it serves. */
export const READY = 'ready\n';
