/** A Worker whose objects are served as a user of the library would serve them. */
import { DurableObject } from 'cloudflare:workers';
import { handleRpcMessage, handleRpcRequest, sendDownstream, type RpcConfig } from '../server.ts';

interface Env {
  NOTE_PAD: DurableObjectNamespace;
  BY_HAND: DurableObjectNamespace;
}

export class NotePad extends DurableObject<Env> {
  static readonly #config: RpcConfig = {
    publicMethods: [
      ...['write', 'read', 'later', 'fail', 'announce', 'clientIds', 'everyone', 'instance'],
      ...['add', 'count', 'passedOn'],
    ],
  };
  /** Different in each life of the object: tells whether it has slept. */
  readonly #life = crypto.randomUUID();
  #count = 0;

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
  override async webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): Promise<void> {
    if (await handleRpcMessage(socket, message, this, NotePad.#config)) return;
    socket.send(typeof message === 'string' ? `not a call: ${message}` : message);
  }
  override async fetch(request: Request): Promise<Response> {
    const answer = await handleRpcRequest(request, this, NotePad.#config);
    return answer ?? new Response('of the class itself');
  }
}

/** An object under a prefix of its own. */
export class ByHand extends DurableObject<Env> {
  static readonly #config: RpcConfig = {
    prefix: '/by/hand',
    publicMethods: ['later'],
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

export default {
  async fetch(request, env) {
    const { pathname } = new URL(request.url);
    const [, binding = 'BY_HAND', name = 'direct'] =
      /^\/(?:__rpc|by\/hand)\/(NOTE_PAD|BY_HAND)\/([^/]+)\//.exec(pathname) ?? [];
    const namespace = env[binding as keyof Env];
    return namespace.get(namespace.idFromName(name)).fetch(request);
  },
} satisfies ExportedHandler<Env>;
