import { DurableObject, RpcTarget } from 'cloudflare:workers';
import {
  type CalleeMethods,
  calleeMethods,
  type CalleeObserver,
  type ObjectProbed,
} from '../../places/objects/probe.ts';
import { Asked, callAsked, giveMethods } from '../../places/probes/asked.ts';
import { declarePublicMembers } from '../../systems/lumenize/rpc/server.ts';

/** Pause between two bytes of a stream, in ms. */
const BETWEEN_BYTES_MS = 10;

/** Objects whose next life begins with a constructor that throws; all are in one process here. */
const refusing = new Set<string>();

type Report = ((value: number) => unknown) & { dup?: () => Report };

/** Loads a way by the id of its system. */
export async function loadWay(id: string): Promise<ObjectProbed> {
  const { probed } = (await import(`../../systems/${id}/probe-objects.ts`)) as {
    probed: ObjectProbed;
  };
  return probed;
}

/** The methods of the called object besides those of every place. */
class AskedCallee extends Asked implements CalleeMethods {
  #kept: Report | undefined;

  add(a: number, b: number): number {
    return a + b;
  }

  text(length: number): string {
    return 'x'.repeat(length);
  }

  bytes(count: number): ReadableStream<Uint8Array> {
    let last = 0;
    return new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        await scheduler.wait(BETWEEN_BYTES_MS);
        if (last < count) controller.enqueue(new Uint8Array([(last += 1)]));
        else controller.close();
      },
    });
  }

  keep(report: Report): void {
    // Without a copy of its own, a function is given back with the end of the call.
    this.#kept = report.dup?.() ?? report;
  }

  callKept(value: number): unknown {
    return this.#kept?.(value);
  }

  cursor(): CountingCursor {
    return new CountingCursor(this.log);
  }
}

class CountingCursor extends RpcTarget {
  readonly #log: string[];
  #last = 0;

  constructor(log: string[]) {
    super();
    this.#log = log;
  }

  next(): number {
    this.#log.push('next');
    return (this.#last += 1);
  }

  [Symbol.dispose](): void {
    this.#log.push('disposed');
  }
}

// Lumenize’s protocol reaches declared members alone.
declarePublicMembers(CountingCursor, ['next']);

/** The object that is called. Besides what is below it has {@link calleeMethods}, for Workers RPC. */
export class CalledObject extends DurableObject implements CalleeObserver {
  readonly asked = new AskedCallee();
  readonly #life = crypto.randomUUID();

  constructor(ctx: DurableObjectState, env: Cloudflare.Env) {
    super(ctx, env);
    if (refusing.delete(ctx.id.toString())) throw new RangeError('the constructor refuses');
  }

  async log(): Promise<string[]> {
    return this.asked.log;
  }

  async note(text: string): Promise<void> {
    this.asked.log.push(text);
  }

  held(): Promise<void> {
    return this.asked.held();
  }

  async release(): Promise<void> {
    this.asked.release();
  }

  async callKept(value: number): Promise<unknown> {
    return this.asked.callKept(value);
  }

  async life(): Promise<string> {
    return this.#life;
  }

  async lose(): Promise<void> {
    this.ctx.abort('the called object was lost');
  }

  async loseAndRefuse(): Promise<void> {
    refusing.add(this.ctx.id.toString());
    this.ctx.abort('the called object was lost');
  }

  override async fetch(request: Request): Promise<Response> {
    const path = new URL(request.url).pathname.slice(1);
    if (request.headers.get('Upgrade') === null) return this.#answer(path, request);
    const { 0: client, 1: server } = new WebSocketPair();
    const { serve } = await loadWay(path);
    if (serve === undefined) this.ctx.acceptWebSocket(server, [path]);
    else {
      server.accept();
      serve(server, this.asked);
    }
    return new Response(null, { status: 101, webSocket: client });
  }

  /** A message over a socket that may hibernate, as it can without a library that has to stay. */
  override async webSocketMessage(socket: WebSocket, message: string): Promise<void> {
    const [path = ''] = this.ctx.getTags(socket);
    const { answer } = await loadWay(path);
    if (answer === undefined) throw new TypeError(`${path}: got a message, expected none`);
    socket.send(await answer(message, this.asked));
  }

  /** A request with JSON. What a method throws goes on to the caller as the platform passes it on. */
  async #answer(method: string, request: Request): Promise<Response> {
    const args = await request.json<unknown[]>();
    const value = await callAsked(this.asked, method, method === 'hold' ? [request.signal] : args);
    return value instanceof ReadableStream ? new Response(value) : Response.json({ value });
  }
}

giveMethods(CalledObject, calleeMethods);
