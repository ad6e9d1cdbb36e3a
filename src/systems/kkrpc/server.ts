import { RPCChannel } from 'kkrpc/browser';
import { createHttpHandler } from 'kkrpc/http';
import type { Check } from '../../../bench-workers/guard/frame.ts';
import { refusalOf } from '../../../bench-workers/guard/socket-guard.ts';
import { closeCodes, limits, refusal, type Refusal } from '../../../bench-workers/limits.ts';
import type { Server, ServerLink } from '../../../bench-workers/server.ts';
import { Pending } from '../../places/peers/by-hand.ts';
import type { Shape } from '../../service/items.ts';
import { methodNames } from '../../service/methods.ts';
import { type ClientOffer, serializationOf, SocketIo } from './channel.ts';
import { guard } from './guard.ts';
import { sealed } from './sealed.ts';

/**
 * The whole lines of the frames of one socket. The library takes a message from several frames,
 * collects an unfinished one without a limit, and goes through all of it again for each frame.
 */
class Lines {
  readonly #link: ServerLink;
  readonly #check: Check;
  #unfinished = '';
  #frames = 0;

  constructor(link: ServerLink, check: Check) {
    this.#link = link;
    this.#check = check;
  }

  /** Takes a frame; the lines that are whole now, and nothing of a socket that was closed for them. */
  add(frame: string): string {
    const end = frame.lastIndexOf('\n') + 1;
    if (end === frame.length && this.#unfinished === '') return frame;
    const whole = end === 0 ? '' : this.#unfinished + frame.slice(0, end);
    this.#frames = end === 0 ? this.#frames + 1 : 1;
    this.#unfinished = end === 0 ? this.#unfinished + frame : frame.slice(end);
    this.#link.hold(this.#unfinished.length);
    const found = this.#refusalOf(whole);
    if (found === undefined) return whole;
    this.#link.refuse(found);
    return '';
  }

  #refusalOf(whole: string): Refusal | undefined {
    const { maxMessageBytes: most, message } = limits;
    const length = Math.max(whole.length, this.#unfinished.length);
    // A frame of a few bytes holds some in memory too.
    if (length > most || this.#frames > message.lines) {
      return refusal(closeCodes.tooBig, 'maxMessageBytes', most);
    }
    // So far each frame was checked by itself.
    return whole === '' ? undefined : refusalOf(whole, this.#check);
  }
}

/** A channel over a socket that stays in memory, or one for each request that is posted. */
export const server: Server = {
  guard,
  serve(link, { serviceFor }, arm) {
    const lines = new Lines(link, guard(arm));
    const io = new SocketIo(link.socket);
    // The library tells nobody that a client is lost: this bench ends its calls and streams itself.
    const pending = new Pending();
    const lost = new AbortController();
    const service = serviceFor({
      clientName: () => pending.settle(() => remote.clientName()),
    });
    const expose = sealed(service, methodNames, {
      calledBack(count: number, given: unknown) {
        const call = (index: number) => pending.settle(() => remote.run(given as number, index));
        // Sent with every call of the function, so nothing that could be long.
        return service.calledBack(count, typeof given === 'number' ? call : (given as never));
      },
      async downTo(shape: Shape, take: (item: string) => void) {
        const items = service.down(shape);
        lost.signal.addEventListener('abort', () => void items.return());
        for await (const item of items) take(item);
      },
    });
    const remote = new RPCChannel<typeof expose, ClientOffer>(io, {
      expose,
      serialization: serializationOf(arm),
    }).getAPI();
    return {
      take(message) {
        const whole = typeof message === 'string' ? lines.add(message) : '';
        if (whole !== '') io.take(whole);
      },
      close() {
        pending.end(new Error('the client closed its socket'));
        lost.abort();
      },
    };
  },
  async answer({ text }, { service }) {
    const handler = createHttpHandler(sealed(service, methodNames));
    const answer = await handler.handleRequest(text);
    return new Response(answer, { headers: { 'Content-Type': 'application/json' } });
  },
};
