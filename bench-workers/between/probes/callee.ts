import { newWebSocketRpcSession } from 'capnweb';
import { DurableObject } from 'cloudflare:workers';
import { answerFrame } from '../../../src/systems/lumenize/rpc/server.ts';
import { Asked } from './asked.ts';
import { type AskedMethods, askedMethods, type Observer } from './kit.ts';

/** Objects whose next life begins with a constructor that throws; all are in one process here. */
const refusing = new Set<string>();

/** The object that is called. Besides what is below it has {@link askedMethods}, for Workers RPC. */
export class AskedObject extends DurableObject implements Observer {
  readonly asked = new Asked();
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
    return this.asked.held;
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
    const spoken = new URL(request.url).pathname.slice(1);
    if (request.headers.get('Upgrade') === null) return this.#answer(spoken, request);
    const { 0: client, 1: server } = new WebSocketPair();
    if (spoken === 'capnweb') {
      server.accept();
      newWebSocketRpcSession(server, this.asked);
    } else {
      this.ctx.acceptWebSocket(server, [spoken]);
    }
    return new Response(null, { status: 101, webSocket: client });
  }

  /** A message over a socket that may hibernate, as it can without a library that has to stay. */
  override async webSocketMessage(socket: WebSocket, message: string): Promise<void> {
    const [spoken] = this.ctx.getTags(socket);
    socket.send(await (spoken === 'lumenize' ? this.#lumenize(message) : this.#raw(message)));
  }

  /** A request with JSON. What a method throws goes on to the caller as the platform passes it on. */
  async #answer(method: string, request: Request): Promise<Response> {
    const args = await request.json<unknown[]>();
    const value = await this.#call(method, method === 'hold' ? [request.signal] : args);
    if (value instanceof ReadableStream) return new Response(value);
    return Response.json({ value });
  }

  #call(method: string, args: readonly unknown[]): unknown {
    const name = askedMethods.find((each) => each === method);
    if (name === undefined) {
      throw new TypeError(`method: got ${method}, expected one of ${askedMethods.join(', ')}`);
    }
    return callOf(this.asked, name, args);
  }

  async #raw(message: string): Promise<string> {
    const { id, method, args } = JSON.parse(message) as RawCall;
    try {
      return JSON.stringify({ id, value: await this.#call(method, args) });
    } catch (error) {
      const { name, message: text } = error as Error;
      return JSON.stringify({ id, error: { name, message: text } });
    }
  }

  async #lumenize(message: string): Promise<string> {
    const exposed = { target: this.asked, publicMethods: askedMethods };
    return (await answerFrame(exposed, message, 'bench/lumenize')).text;
  }
}

/** A call of the WebSocket that is written by hand. */
interface RawCall {
  id: number;
  method: string;
  args: unknown[];
}

function callOf(asked: Asked, name: keyof AskedMethods, args: readonly unknown[]): unknown {
  return (asked as unknown as Record<string, (...args: unknown[]) => unknown>)[name]?.(...args);
}

// Workers RPC finds the methods of a class on its prototype.
for (const name of askedMethods) {
  Object.defineProperty(AskedObject.prototype, name, {
    value(this: AskedObject, ...args: unknown[]): unknown {
      return callOf(this.asked, name, args);
    },
  });
}
