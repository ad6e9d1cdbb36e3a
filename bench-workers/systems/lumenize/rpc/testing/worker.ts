/** A Worker whose object is served by `lumenizeRpcDO`, as a user of the library would write it. */
import { DurableObject } from 'cloudflare:workers';
import { lumenizeRpcDO, routeDORequest, sendDownstream } from '../server.ts';

interface Env {
  NOTE_PAD: DurableObjectNamespace;
}

class PlainNotePad extends DurableObject<Env> {
  static readonly publicMethods = ['write', 'read', 'later', 'fail', 'announce', 'instance'];
  /** Different in each life of the object: tells whether it has slept. */
  readonly #life = crypto.randomUUID();

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
  fail(): never {
    throw Object.assign(new RangeError('no', { cause: new Error('fuse') }), { code: 7 });
  }
  announce(clientId: string, payload: unknown): number {
    return sendDownstream(clientId, this, payload);
  }
  instance(): string {
    return this.#life;
  }
  secret(): string {
    return 'not for clients';
  }
  /** For sockets of its own; those of the protocol never come here. */
  override webSocketMessage(socket: WebSocket): void {
    socket.close(4001, 'not a call');
  }
  override fetch(): Response {
    return new Response('of the class itself');
  }
}

/** What clients of the test see. */
export type NotePadMethods = Omit<
  PlainNotePad,
  'secret' | 'fetch' | 'webSocketMessage' | 'alarm' | 'ctx' | 'env'
>;

export const NotePad = lumenizeRpcDO(PlainNotePad, {
  publicMethods: PlainNotePad.publicMethods,
});

export default {
  fetch: async (request, env) =>
    (await routeDORequest(request, env)) ??
    (new URL(request.url).pathname === '/direct'
      ? env.NOTE_PAD.get(env.NOTE_PAD.idFromName('direct')).fetch(request)
      : new Response('left alone', { status: 404 })),
} satisfies ExportedHandler<Env>;
