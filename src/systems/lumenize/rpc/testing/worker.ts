/** A Worker whose object is served by `lumenizeRpcDO`, as a user of the library would write it. */
import { DurableObject } from 'cloudflare:workers';
import {
  handleRpcMessage,
  handleRpcRequest,
  lumenizeRpcDO,
  routeDORequest,
  sendDownstream,
  type RpcConfig,
} from '../server.ts';

interface Env {
  NOTE_PAD: DurableObjectNamespace;
  BY_HAND: DurableObjectNamespace;
}

class PlainNotePad extends DurableObject<Env> {
  static readonly publicMethods = [
    ...['write', 'read', 'later', 'fail', 'announce', 'clientIds', 'everyone', 'instance'],
    ...['add', 'count', 'passedOn', 'closed'],
  ];
  /** Different in each life of the object: tells whether it has slept. */
  readonly #life = crypto.randomUUID();
  #count = 0;
  readonly #closed: string[] = [];

  write(text: string): string {
    this.ctx.storage.kv.put('text', text);
    return text;
  }
  read(): string | undefined {
    return this.ctx.storage.kv.get<string>('text');
  }
  async later(value: unknown): Promise<unknown> {
    return Promise.resolve(value);
  }
  /** Answers with the promise of a call by the platform’s own RPC. */
  passedOn(value: unknown): unknown {
    const { BY_HAND } = this.env;
    const other = BY_HAND.get(BY_HAND.idFromName('passed on')) as unknown as ByHand;
    return other.later(value);
  }
  closed(): string[] {
    return this.#closed;
  }
  override webSocketClose(_socket: WebSocket, code: number, reason: string): void {
    this.#closed.push(`${code} ${reason}`);
  }
  fail(): never {
    throw Object.assign(new RangeError('no', { cause: new Error('fuse') }), { code: 7 });
  }
  add(a: number, b: number): number {
    return a + b;
  }
  count(by: number): number {
    this.#count += by;
    return this.#count;
  }
  announce(clientIds: string | string[], payload: unknown): Promise<number> {
    return sendDownstream(clientIds, this, payload);
  }
  /** The ids of all clients, as users of the library gather them. */
  clientIds(): string[] {
    return this.ctx.getWebSockets().flatMap((socket) => this.ctx.getTags(socket));
  }
  /** Sends frames of its own to every socket. */
  everyone(text: string): void {
    for (const socket of this.ctx.getWebSockets()) socket.send(text);
  }
  instance(): string {
    return this.#life;
  }
  secret(): string {
    return 'not for clients';
  }
  /** For messages that are none of the protocol. */
  override webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): void {
    socket.send(typeof message === 'string' ? `not a call: ${message}` : message);
  }
  override fetch(request: Request): Response {
    const named = request.headers.get('X-Lumenize-DO-Instance-Name-Or-Id') ?? '';
    return new Response(`of the class itself${named}`);
  }
}

/** What clients of the test see. */
export type NotePadMethods = Omit<
  PlainNotePad,
  'secret' | 'fetch' | 'webSocketMessage' | 'webSocketClose' | 'alarm' | 'ctx' | 'env'
>;

export const NotePad = lumenizeRpcDO(PlainNotePad, {
  publicMethods: PlainNotePad.publicMethods,
});

/** An object that is served by hand. */
export class ByHand extends DurableObject<Env> {
  static readonly #config: RpcConfig = {
    prefix: '/by/hand',
    publicMethods: ['later'],
    blockConcurrency: true,
  };

  later(value: unknown): unknown {
    return value;
  }
  override async fetch(request: Request): Promise<Response> {
    const answer = await handleRpcRequest(request, this, ByHand.#config);
    return answer ?? new Response('by hand');
  }
  override async webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): Promise<void> {
    const own = await handleRpcMessage(socket, message, this, ByHand.#config);
    if (!own) socket.send('none of its own');
  }
}

/** Routes that look at a request before the object does. */
const guarded: Parameters<typeof routeDORequest>[2] = {
  prefix: 'guarded',
  cors: { origin: ['https://friend.example.org'] },
  onBeforeConnect: () => new Response('no sockets', { status: 403 }),
  onBeforeRequest(request, { doInstanceNameOrId }) {
    if (doInstanceNameOrId === 'closed') return new Response('closed', { status: 401 });
    if (doInstanceNameOrId !== 'renamed') return undefined;
    return new Request(request.url.replace('guarded', '__rpc'), request);
  },
};

export default {
  async fetch(request, env) {
    const { pathname } = new URL(request.url);
    if (pathname === '/direct/call') {
      return env.BY_HAND.get(env.BY_HAND.idFromName('direct')).fetch(request);
    }
    const answer =
      (await routeDORequest(request, env, { prefix: '/__rpc' })) ??
      (await routeDORequest(request, env, { prefix: '/by/hand' })) ??
      (await routeDORequest(request, env, guarded)) ??
      (await routeDORequest(request, env));
    return answer ?? new Response('left alone', { status: 404 });
  },
} satisfies ExportedHandler<Env>;
