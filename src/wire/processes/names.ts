/** Arms between processes: runtimes, names, and how a study connects them. */
import type { Arm, ArmOutline, Reasons } from '../../core/plan/index.ts';
import type { ArmConditions } from '../../core/record/index.ts';

/** The runtimes on either side of a channel between processes. */
export const runtimes = ['node', 'bun', 'deno'] as const;
export type Runtime = (typeof runtimes)[number];

/** Their names for readers. */
const runtimeNames: Readonly<Record<Runtime, string>> = { node: 'Node', bun: 'Bun', deno: 'Deno' };

/** Transports, for labels. */
const transportNames: Readonly<Record<string, string>> = { stdio: 'stdio', websocket: 'WebSocket' };

/** Both sides of an arm. */
export interface ProcessPair {
  system: string;
  client: Runtime;
  server: Runtime;
  transport: string;
}

const runtime = runtimes.join('|');
const form = new RegExp(`^([^/]+)/(${runtime})-(${runtime})-(.+)$`);

/** The pair that an arm’s id names: `kkrpc/node-bun-stdio`. Undefined for any other. */
export function pairOf(arm: string): ProcessPair | undefined {
  const [, system, client, server, transport] = form.exec(arm) ?? [];
  if (system === undefined || transport === undefined) return undefined;
  return { system, client: client as Runtime, server: server as Runtime, transport };
}

/** A caller, a system, a transport and a server. */
export interface ProcessArm extends ArmOutline, ProcessPair {
  /** Path of a module from outside that has both sides. */
  module?: string;
  /** Conditions that its id does not name. */
  conditions?: ArmConditions;
  optional?: true;
  cannot?: Reasons;
}

/** An arm of a system over one transport. @param name its system’s, in labels */
export function processArm(
  name: string,
  { system, client, server, transport }: ProcessPair,
): Omit<ProcessArm, 'optional' | 'cannot'> {
  const [from, to] = [runtimeNames[client], runtimeNames[server]];
  const pair = client === server ? from : `${from} to ${to}`;
  return {
    id: `${system}/${client}-${server}-${transport}`,
    system,
    transport,
    client,
    server,
    label: `${name}, ${pair}, ${transportNames[transport]}`,
  };
}

/** An arm between processes for a study. Opening it rejects with a TypeError if there are no processes. */
export function studyArmOf<Own extends Omit<Arm<never>, 'load'>, Operations>(
  arm: Own,
): Arm<Operations> {
  return {
    ...arm,
    load: () =>
      Promise.resolve(async (opening) => {
        const { processes } = opening;
        if (processes !== undefined) return processes.open(arm, opening);
        throw new TypeError(
          `${arm.id}: got no processes to open it by, expected those of this machine`,
        );
      }),
  };
}
