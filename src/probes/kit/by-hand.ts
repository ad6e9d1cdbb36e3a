/** Frames written by hand, in each system's own protocol: what a hostile client would send. */
import { RPCChannel } from 'kkrpc/browser';
import { openSocket } from '../../places/bench/open-socket.ts';
import type { Kit, SystemId } from './kit.ts';
import { until } from './outcome.ts';

/** The frames that call, without arguments, whatever the path leads to. */
const callOf: { [S in SystemId]: (path: readonly string[]) => unknown[] } = {
  lumenize: (path) => {
    const steps = path.map((key) => ({ type: 'get', key }));
    const operations = [...steps, { type: 'apply', args: [] }];
    return [{ json: { type: 'bench/probe/lumenize', batch: [{ id: 'x', operations }] }, meta: {} }];
  },
  capnweb: (path) => [
    ['push', ['pipeline', 0, path, []]],
    ['pull', 1],
  ],
  kkrpc: (path) => [
    { id: 'x', method: path.join('.'), args: [], type: 'request', version: 'json' },
  ],
  trpc: (path) => [{ id: 1, method: 'query', params: { path: path.join('.'), input: [] } }],
  orpc: (path) => [{ i: '1', p: { u: `/${path.join('/')}`, b: { json: [] } } }],
  'fetch-json': () => [[]],
  'raw-websocket': (path) => [{ id: 1, method: path.join('.'), args: [] }],
};

/** What in an answer says that the call was refused. */
const refusal: { [S in SystemId]: RegExp } = {
  lumenize: /"success":false/,
  capnweb: /^\["reject"/,
  kkrpc: /"args":\{"error"/,
  trpc: /"error":/,
  orpc: /"s":[45]\d\d/,
  'fetch-json': /"error"/,
  'raw-websocket': /"error"/,
};

/**
 * Sends frames and waits for the first answer to them, or for the end of their connection.
 *
 * @param path what the address of a request goes on with, for a system without sockets
 */
export async function sendByHand(
  kit: Kit,
  frames: readonly string[],
  path: readonly string[],
): Promise<{ answer: string | undefined; ended: boolean }> {
  if (kit.system === 'fetch-json') {
    const address = [kit.address('http'), ...path].join('/');
    const response = await fetch(address, { method: 'POST', body: frames.join('') });
    return { answer: await response.text(), ended: false };
  }
  const socket = await openSocket(new WebSocket(kit.address('ws')));
  let answer: string | undefined;
  socket.addEventListener('message', ({ data }: MessageEvent<string>) => (answer ??= data));
  for (const frame of frames) socket.send(frame);
  await until(() => answer !== undefined || socket.readyState !== WebSocket.OPEN);
  const ended = socket.readyState !== WebSocket.OPEN;
  socket.close();
  return { answer, ended };
}

/** Calls by hand-made frames. A connection that is closed for it, or silence, is a refusal too. */
export async function callByHand(
  kit: Kit,
  path: readonly string[],
): Promise<{ refused: boolean; text: string }> {
  if (kit.system === 'kkrpc') return callKkrpcHere(path);
  const frames = callOf[kit.system](path).map((frame) => JSON.stringify(frame));
  const { answer } = await sendByHand(kit, frames, path);
  if (answer === undefined) return { refused: true, text: 'no answer' };
  return judged(kit.system, answer);
}

function judged(system: SystemId, answer: string): { refused: boolean; text: string } {
  return { refused: refusal[system].test(answer), text: answer.trim().slice(0, 120) };
}

/** An object as a user of kkrpc would expose it. */
class Plain {
  userIds(): number[] {
    return [1, 2, 3];
  }
  /** For TypeScript alone: nothing hides it at run time. */
  protected secret(): string {
    return 'not for clients';
  }
}

/**
 * kkrpc walks every path there is, so that no public server can expose a plain object by it: this
 * bench seals what it exposes. Here the library's server half runs beside its client instead.
 */
async function callKkrpcHere(path: readonly string[]): Promise<{ refused: boolean; text: string }> {
  const [frame] = callOf.kkrpc(path);
  const frames = [`${JSON.stringify(frame)}\n`];
  const heard: string[] = [];
  const io = {
    name: 'here',
    read: async () => frames.shift() ?? new Promise<string>(() => undefined),
    write: async (text: string) => void heard.push(text),
  };
  new RPCChannel(io, { expose: new Plain() });
  await until(() => heard.length > 0);
  return judged('kkrpc', heard[0] ?? '');
}
