/**
 * The Worker whose objects ask each other. `npm run probe` serves it beside the bench, and nothing
 * deploys it: it loses objects on purpose.
 */
import { DurableObject } from 'cloudflare:workers';
import {
  type Callee,
  type CalleeObserver,
  type Connection,
  type ObjectKit,
} from '../../places/objects/probe.ts';
import { apiOf } from '../../places/probes/probed.ts';
import { answerTo } from '../ask.ts';
import { probesOf } from '../in-browser.ts';
import { type CalledObject, loadWay } from './callee.ts';

export { CalledObject } from './callee.ts';

const LOST = 'the calling object was lost';

interface AskingEnv {
  CALLER: DurableObjectNamespace<CallingObject>;
  CALLEE: DurableObjectNamespace<CalledObject>;
}

/** The object that calls: it asks, and in some questions another of its class is lost. */
export class CallingObject extends DurableObject<AskingEnv> {
  /** Answers a question, which its address names: `/<question>/<way>`. */
  override async fetch(request: Request): Promise<Response> {
    const [, id, way = ''] = new URL(request.url).pathname.split('/');
    const probe = probesOf('objects').find((each) => each.id === id);
    if (probe === undefined) return new Response('no such question', { status: 404 });
    const probed = await loadWay(way);
    return Response.json(await answerTo(probe, probed, way, () => this.#kitOf(way)));
  }

  /** A kit for one question: what it calls has the name of this object, and nobody has used it. */
  #kitOf(way: string): ObjectKit {
    const name = this.ctx.id.toString();
    const callers = this.env.CALLER;
    const other = callers.get(callers.idFromName(`${name}/other`));
    const observer = apiOf<CalleeObserver>((method, args) => {
      const callee = this.#calleeOf(name) as unknown as Record<
        string,
        (...given: unknown[]) => unknown
      >;
      return callee[method]?.(...args);
    });
    return {
      observer,
      connect: async () => Object.assign(await this.#connect(way, name), { observer }),
      async loseCaller() {
        // This call too ends with the object that it is made to.
        await other.holdAndEnd(way, name).catch((error: unknown) => {
          if (!String(error).includes(LOST)) throw error;
        });
        return () => callers.get(callers.idFromName(`${name}/other`)).hasContinued();
      },
    };
  }

  async #connect(way: string, name: string): Promise<Connection> {
    const callee: Callee = {
      stub: () => this.#calleeOf(name),
      fetcher: () => {
        const stub = this.#calleeOf(name);
        return (address, init) => stub.fetch(address, init);
      },
      socket: async () => {
        const headers = { Upgrade: 'websocket' };
        const { webSocket } = await this.#calleeOf(name).fetch(`https://callee/${way}`, {
          headers,
        });
        if (webSocket === null) throw new Error(`${way}: got no WebSocket, expected one`);
        webSocket.accept();
        return webSocket;
      },
    };
    return (await loadWay(way)).connect(callee);
  }

  /** Makes a call that is held, and ends this life of the object while it waits. */
  async holdAndEnd(way: string, name: string): Promise<void> {
    const { api } = await this.#connect(way, name);
    void (async () => {
      await api.hold();
      this.ctx.storage.kv.put('continued', true);
    })();
    await this.#calleeOf(name).held();
    this.ctx.abort(LOST);
  }

  /** Whether what was to follow the answer of the held call was done. */
  hasContinued(): boolean {
    return this.ctx.storage.kv.get<boolean>('continued') === true;
  }

  /** A new stub each time: one that met an error may stay broken. */
  #calleeOf(name: string): DurableObjectStub<CalledObject> {
    return this.env.CALLEE.get(this.env.CALLEE.idFromName(name));
  }
}

export default {
  fetch: (request, { CALLER }) => CALLER.get(CALLER.newUniqueId()).fetch(request),
} satisfies ExportedHandler<AskingEnv>;
