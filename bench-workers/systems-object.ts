import { armOf, jsonError } from './http.ts';
import { BenchObject, type Message } from './object.ts';
import type { Connections, SystemServer } from './probes/server.ts';

/** An object that each system serves in its own way, loaded by what its address names. */
export abstract class SystemsObject<Given> extends BenchObject {
  protected abstract readonly serving: Given;
  /** What this object serves: its sleeping sockets have that as their first tag. */
  #name = '';
  /** Loaded once: a message of a stream must not wait for it. */
  #server: SystemServer<Given> | undefined;
  protected readonly connections: Connections = {
    upgrade: (open, headers) => this.upgrade(open, headers),
    acceptInMemory: (...given) => this.acceptInMemory(...given),
    ctx: {
      acceptWebSocket: (socket, tags = []) =>
        this.ctx.acceptWebSocket(socket, this.tags(this.#name, ...tags)),
      getWebSockets: (tag) => this.ctx.getWebSockets(tag),
      blockConcurrencyWhile: (work) => this.ctx.blockConcurrencyWhile(work),
    },
  };

  protected abstract load(name: string): Promise<SystemServer<Given>>;

  protected override async serve(request: Request): Promise<Response> {
    this.#name = armOf(request);
    this.#server ??= await this.load(this.#name);
    const { open, answer } = this.#server;
    if (request.headers.get('Upgrade')?.toLowerCase() === 'websocket') {
      const expected = `${this.#name}: expected no socket`;
      return open?.(request, this.serving) ?? jsonError(404, 'not-found', expected);
    }
    return (
      answer?.(request, this.serving) ?? new Response('no calls over HTTP here', { status: 405 })
    );
  }

  /** What a sleeping socket was opened for. */
  protected async serverOf(socket: WebSocket): Promise<SystemServer<Given>> {
    const [name = ''] = this.ctx.getTags(socket);
    return (this.#server ??= await this.load(name));
  }

  override async webSocketClose(socket: WebSocket, code: number): Promise<void> {
    const { sleeping } = await this.serverOf(socket);
    sleeping?.close?.(socket);
    await super.webSocketClose(socket, code);
  }

  override async webSocketMessage(socket: WebSocket, message: Message): Promise<void> {
    const { sleeping } = this.#server ?? (await this.serverOf(socket));
    if (!this.admit(socket, message, sleeping?.check)) return;
    await sleeping?.take(socket, message, this.serving);
  }
}
