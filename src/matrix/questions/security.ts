/** Security: what a caller can reach that nobody meant it to. */
import { openSocket } from '../../wire/links/link.ts';
import { type BenchKit, connected, type Run, type Subject } from './client-kit.ts';
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

export const security: Subject = {
  id: 'security',
  label: 'Security',
  questions: {
    'security-constructor': {
      question: 'Is the constructor of the object out of reach?',
      passes: 'A frame that calls `constructor.toString` is refused.',
      run: refused('constructor', 'toString'),
    },
    'security-prototype': {
      question: 'Is the prototype of the object out of reach?',
      passes: 'A frame that calls a method of `__proto__` is refused.',
      run: refused('__proto__', 'getValue'),
    },
    'security-inherited': {
      question: 'Are methods that every object inherits out of reach?',
      passes: 'A frame that calls `toLocaleString`, which nobody declared, is refused.',
      run: refused('toLocaleString'),
    },
    'security-of-a-method': {
      question: 'Are the members of a method out of reach?',
      passes: 'A frame that calls `toString` of a method, which would give its source, is refused.',
      run: refused('getValue', 'toString'),
    },
    'security-private': {
      question: 'Is a method out of reach that only TypeScript calls protected?',
      passes: 'A frame that calls it is refused.',
      run: refused('secret'),
    },
    'security-capability': {
      question: 'Can authentication be a call that returns what it opens?',
      passes:
        'With the right token, a method returns an interface that answers; with another, it throws.',
      run: connected(async (connection) => {
        const refused = await endingOf(() => connection.api.authenticate('guess'));
        if (refused.state !== 'rejected') return fail(describe(refused));
        return await answers(async () => {
          const account = await connection.api.authenticate('sesame');
          return account.whoami();
        }, 'the holder of the token');
      }),
    },
    'security-token-once': {
      question: 'Is what a token opened reached without the token again?',
      passes: 'A call of the returned interface sends no token.',
      run: connected(async (connection) => {
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
    },
    'security-types': {
      question: 'Are arguments checked against their types at run time?',
      passes: 'A text where a number was declared is refused before the method sees it.',
      run: connected(({ api }) => rejects(() => api.typeOf('a text' as never), 'refused: ')),
    },
    'security-malformed': {
      question: 'Is a frame that cannot be read answered, and everyone else unharmed?',
      passes:
        'The sender gets an error, its connection stays open, and other clients see nothing of it.',
      run: afterHostileFrame('{"json":'),
    },
    'security-nesting': {
      question: 'Does a frame nested ten thousand deep leave the object well?',
      passes:
        'The sender gets an error, its connection stays open, and other clients see nothing of it.',
      run: afterHostileFrame(`${'['.repeat(10_000)}1${']'.repeat(10_000)}`),
    },
    'security-amplification': {
      question: 'Is the answer to a small message never a large one?',
      passes:
        'An echo of one text in fifty places, sent with all the references that the protocol has, is answered by twice its own length at most, or refused.',
      async run(kit) {
        const frames = kit.byHand.echo('x'.repeat(4000), 50);
        const { answer } = await sendByHand(kit, frames, ['echo']);
        if (answer === undefined) return pass('the connection is ended without an answer');
        const factor = answer.length / frames.join('').length;
        return factor <= 2
          ? pass('the answer is no longer than twice what was asked')
          : fail(`the answer is ${Math.round(factor)} times as long as what was asked`);
      },
    },
  },
};
