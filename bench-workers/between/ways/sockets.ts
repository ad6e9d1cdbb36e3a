/** The ways over a WebSocket that one object opens to another and keeps open. */
import { Pending } from '../../../src/wire/links/pending.ts';
import { libraries } from '../../libraries.ts';
import type { Caller, MakeWay, SpokenBetween } from '../batch.ts';

/** An answer over a plain socket. */
interface RawAnswer {
  id: number;
  value?: number;
  error?: string;
}

/** One small JSON message each way. A number tells calls apart. */
const plain: SpokenBetween = {
  serve(socket, target) {
    socket.addEventListener('message', (event) => {
      const { id, n } = JSON.parse(event.data as string) as { id: number; n: number };
      let answer: RawAnswer;
      try {
        answer = { id, value: target.effect(n) };
      } catch (error) {
        answer = { id, error: String(error) };
      }
      socket.send(JSON.stringify(answer));
    });
  },
  connect(socket) {
    const pending = new Pending();
    socket.addEventListener('message', (event) => {
      const { id, value, error } = JSON.parse(event.data as string) as RawAnswer;
      if (error === undefined) pending.resolve(id, value);
      else pending.reject(id, new Error(error));
    });
    onEnd(socket, (why) => pending.end(new Error(`the socket between the objects ${why}`)));
    return { effect: (n) => pending.ask<number>((id) => socket.send(JSON.stringify({ id, n }))) };
  },
};

/** The protocols over sockets between objects, by the name of the way, which ends the address. */
export const spokenBetween = (): Readonly<Record<string, SpokenBetween>> => ({
  websocket: plain,
  ...libraries().between,
});

/** Calls an object over a socket. The socket is opened once, and again after its end. */
export function overSocket(name: string, { connect }: SpokenBetween): MakeWay {
  return ({ stub, gone }: Caller) => {
    let opened: Promise<ReturnType<typeof connect>> | undefined;
    const forget = () => (opened = undefined);
    const open = async () => {
      const headers = { Upgrade: 'websocket' };
      const { webSocket } = await stub().fetch(`https://callee/${name}`, { headers });
      if (webSocket === null) throw new Error(`${name}: got no WebSocket, expected one`);
      webSocket.accept();
      onEnd(webSocket, forget);
      // An open socket keeps the other object in memory.
      if (gone.aborted) webSocket.close();
      gone.addEventListener('abort', () => webSocket.close());
      return connect(webSocket);
    };
    return async (n) => {
      if (opened === undefined) {
        opened = open();
        opened.catch(forget);
      }
      return (await opened).effect(n);
    };
  };
}

/** Calls back when a socket closes, or breaks. */
function onEnd(socket: WebSocket, callback: (why: string) => void): void {
  socket.addEventListener('close', ({ code }) => callback(`closed with code ${code}`));
  socket.addEventListener('error', ({ message }) => callback(`broke: ${message}`));
}
