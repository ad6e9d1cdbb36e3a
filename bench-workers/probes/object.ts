import type { Env } from '../env.ts';
import { closeCodes, limits, refusal } from '../limits.ts';
import { SystemsObject } from '../systems-object.ts';
import { HeldCalls } from '../../src/service/held.ts';
import type { Cursor } from '../../src/service/methods.ts';
import { Flow } from '../../src/service/flow.ts';
import type { ProbeServer, Serving } from './server.ts';
import { ProbeCursor, ProbeService, type ProbeHost } from './service.ts';

/** Loads how a system serves the probes, by its id. */
async function load(system: string): Promise<ProbeServer> {
  const { probeServer } = (await import(`../../src/systems/${system}/probe.ts`)) as {
    probeServer: ProbeServer;
  };
  return probeServer;
}

/** One object of the capability probes: each system serves the same service, in its own way. */
export class ProbeObject extends SystemsObject<Serving> {
  readonly #host: ProbeHost;
  protected override readonly serving: Serving;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#host = {
      life: crypto.randomUUID(),
      held: new HeldCalls(),
      kept: new Map(),
      tally: { counted: 0, released: 0, stopped: 0 },
      streams: new Set(),
      flow: new Flow(),
      hibernatingSockets: () => ctx.getWebSockets().length,
      announce: async (tag, payload) => {
        const sockets = ctx.getWebSockets(tag);
        this.#ready(sockets, payload);
        const [socket] = sockets;
        const { sleeping } = socket === undefined ? {} : await this.serverOf(socket);
        return (await sleeping?.announce?.(tag, payload, this.serving)) ?? 0;
      },
      nativeCursor: async () => {
        const other = env.PROBE.get(env.PROBE.idFromName('native')) as unknown as ProbeObject;
        return other.cursor();
      },
    };
    this.serving = {
      shared: new ProbeService(this.#host, this.budget),
      serviceFor: (client) => new ProbeService(this.#host, this.budget, client),
      ...this.connections,
    };
  }

  /** For other objects, by the RPC built into Workers. */
  cursor(): Cursor {
    return new ProbeCursor();
  }

  protected override load(system: string): Promise<ProbeServer> {
    return load(system);
  }

  /**
   * Counts what is announced for every socket that it goes to, and closes those that read nothing:
   * they hold what was sent to them, and share what one socket may hold.
   *
   * @throws RangeError where it is more than a message may make this object send
   */
  #ready(sockets: readonly WebSocket[], payload: unknown): void {
    const most = limits.socket.queuedBytes;
    for (const socket of sockets) {
      this.budget.charge(payload);
      if (socket.bufferedAmount * sockets.length <= most) continue;
      const { code, reason } = refusal(closeCodes.policy, 'socket.queuedBytes', most);
      this.end(socket, code, reason);
    }
  }
}
