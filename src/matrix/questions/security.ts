/** Security: what a caller can reach that nobody meant it to. */
import { openSocket } from '../../wire/links/link.ts';
import { type BenchKit, connected, type Run, type Questions } from './client-kit.ts';
import {
  answerOf,
  answers,
  describe,
  endingOf,
  fail,
  notApplicable,
  partly,
  pass,
  rejects,
  until,
} from './outcome.ts';

/**
 * Sends frames and waits for the first answer to them, or for the end of their connection.
 *
 * @param path what the address of a request goes on with, for a system without sockets
 */
async function sendByHand(
  kit: BenchKit,
  frames: readonly string[],
  path: readonly string[],
): Promise<{ answer: string | undefined; ended: boolean }> {
  if (kit.byHand.posted) {
    const address = [kit.link.url('http'), ...path].join('/');
    const response = await fetch(address, { method: 'POST', body: frames.join('') });
    return { answer: await response.text(), ended: false };
  }
  const socket = await openSocket(new WebSocket(kit.link.url('ws')));
  let answer: string | undefined;
  socket.addEventListener('message', ({ data }) => (answer ??= data as string));
  for (const frame of frames) socket.send(frame);
  await until(() => answer !== undefined || socket.readyState !== WebSocket.OPEN);
  const ended = socket.readyState !== WebSocket.OPEN;
  socket.close();
  return { answer, ended };
}

/** Passes when a call by a path that no client would take is refused: also by the end of the connection, or silence. */
function refused(...path: string[]): Run {
  return async (kit) => {
    const { call, callHere, refusal } = kit.byHand;
    const frames = call(path);
    const answer = callHere ? await callHere(frames) : (await sendByHand(kit, frames, path)).answer;
    if (answer === undefined) return pass('refused: no answer');
    const text = answer.trim().slice(0, 120);
    return refusal.test(answer) ? pass(`refused: ${text}`) : fail(`answered: ${text}`);
  };
}

/** Sends something that no client of the library would, and then calls properly. */
function afterHostileFrame(frame: string): Run {
  return connected(async (observer, kit) => {
    await observer.api.increment(1);
    const { answer, ended } = await sendByHand(kit, [frame], ['echo']);
    const heard = answer !== undefined;
    const counted = await endingOf(() => observer.api.getValue());
    if (counted.state !== 'resolved' || counted.value !== 1) {
      return fail(`the object no longer answers others as before: ${describe(counted)}`);
    }
    if (ended) return partly('others are unharmed; the connection itself is ended');
    return heard
      ? pass('answered with an error; the connection and others are unharmed')
      : partly('others are unharmed; the sender is told nothing');
  });
}

export const security: Questions = {
  'security-constructor': refused('constructor', 'toString'),
  'security-prototype': refused('__proto__', 'getValue'),
  'security-inherited': refused('toLocaleString'),
  'security-of-a-method': refused('getValue', 'toString'),
  'security-private': refused('secret'),
  'security-capability': connected(async (connection) => {
    const refused = await endingOf(() => connection.api.authenticate('guess'));
    if (refused.state !== 'rejected') return fail(describe(refused));
    return await answers(async () => {
      const account = await connection.api.authenticate('sesame');
      return account.whoami();
    }, 'the holder of the token');
  }),
  'security-token-once': connected(async (connection) => {
    const sent: string[] = [];
    const [socket] = connection.log.sockets;
    const account = (await answerOf(() => connection.api.authenticate('sesame'))) as {
      whoami?: () => unknown;
    };
    if (socket === undefined || typeof account.whoami !== 'function') {
      return notApplicable('no interface arrives');
    }
    const send = socket.send.bind(socket);
    socket.send = (data) => {
      if (typeof data === 'string') sent.push(data);
      send(data);
    };
    const outcome = await answers(account.whoami, 'the holder of the token');
    if (outcome.result !== 'pass') return outcome;
    return sent.join().includes('sesame')
      ? partly('the call answers, and carries the token: the whole path is run again')
      : pass('the reference is enough');
  }),
  'security-types': connected(({ api }) =>
    rejects(() => api.typeOf('a text' as never), 'refused: '),
  ),
  'security-malformed': afterHostileFrame('{"json":'),
  'security-nesting': afterHostileFrame(`${'['.repeat(10_000)}1${']'.repeat(10_000)}`),
  async 'security-amplification'(kit) {
    const frames = kit.byHand.echo('x'.repeat(4000), 50);
    const { answer } = await sendByHand(kit, frames, ['echo']);
    if (answer === undefined) return pass('the connection is ended without an answer');
    const factor = answer.length / frames.join('').length;
    return factor <= 2
      ? pass('the answer is no longer than twice what was asked')
      : fail(`the answer is ${Math.round(factor)} times as long as what was asked`);
  },
};
