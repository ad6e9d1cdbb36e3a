/** Security: what a client can reach that nobody meant it to. */
import { openSocket } from '../places/bench/open-socket.ts';
import { callByHand, sendByHand } from './kit/by-hand.ts';
import type { Kit, SystemId } from './kit/kit.ts';
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
} from './kit/outcome.ts';
import type { ProbeGroup } from './probe.ts';
import type { Outcome } from './question.ts';

/** Passes when a call by a path that no client would take is refused. */
async function refused(kit: Kit, path: readonly string[]): Promise<Outcome> {
  const { refused: isRefused, text } = await callByHand(kit, path);
  return isRefused ? pass(`refused: ${text}`) : fail(`answered: ${text}`);
}

/** Sends something that no client of the library would, and then calls properly. */
async function afterHostileFrame(kit: Kit, frame: string): Promise<Outcome> {
  using observer = await kit.connect();
  await observer.api.count();
  const { answer, ended } = await sendByHand(kit, [frame], ['echo']);
  const heard = answer !== undefined;
  const counted = await endingOf(() => observer.api.counted());
  if (counted.state !== 'resolved' || counted.value !== 1) {
    return fail(`the object no longer answers others as before: ${describe(counted)}`);
  }
  if (ended) return partly('others are unharmed; the connection itself is ended');
  return heard
    ? pass('answered with an error; the connection and others are unharmed')
    : partly('others are unharmed; the sender is told nothing');
}

/** Text that the frames of {@link references} hold once and mean many times. */
const REFERRED = 'x'.repeat(4000);
const TIMES = 50;

/** Frames by hand that ask for an echo of one text in many places, however the protocol can say that. */
const references: { [S in SystemId]: readonly unknown[] } = {
  lumenize: [
    {
      json: {
        type: 'bench/probe/lumenize',
        batch: [
          {
            id: 'x',
            operations: [
              { type: 'get', key: 'echo' },
              { type: 'apply', args: [Array.from({ length: TIMES }, () => ({ $ref: 0 }))] },
            ],
          },
        ],
      },
      meta: { aliases: { 0: REFERRED } },
    },
  ],
  capnweb: [
    ['push', ['pipeline', 0, ['echo'], [REFERRED]]],
    // A list stands in a list, to tell it from the protocol’s own.
    ['push', ['pipeline', 0, ['echo'], [[Array.from({ length: TIMES }, () => ['pipeline', 1])]]]],
    ['pull', 2],
  ],
  kkrpc: [
    {
      json: {
        ...{ id: 'x', method: 'echo', type: 'request', version: 'superjson' },
        args: [[REFERRED, ...Array.from({ length: TIMES - 1 }, () => '')]],
      },
      meta: {
        v: 1,
        referentialEqualities: {
          'args.0.0': Array.from({ length: TIMES - 1 }, (_, index) => `args.0.${index + 1}`),
        },
      },
    },
  ],
  trpc: [{ id: 1, method: 'mutation', params: { path: 'echo', input: [[REFERRED]] } }],
  orpc: [{ i: '1', p: { u: '/echo', b: { json: [[REFERRED]] } } }],
  'fetch-json': [[[REFERRED]]],
  'raw-websocket': [{ id: 1, method: 'echo', args: [[REFERRED]] }],
};

/** Passes when what is answered is at most twice as long as what was asked. */
async function answerToReferences(kit: Kit): Promise<Outcome> {
  const end = kit.system === 'kkrpc' ? '\n' : '';
  const frames = references[kit.system].map((frame) => `${JSON.stringify(frame)}${end}`);
  const { answer } = await sendByHand(kit, frames, ['echo']);
  if (answer === undefined) return pass('the connection is ended without an answer');
  const factor = answer.length / frames.join('').length;
  return factor <= 2
    ? pass('the answer is no longer than twice what was asked')
    : fail(`the answer is ${Math.round(factor)} times as long as what was asked`);
}

export const security: ProbeGroup = {
  id: 'security',
  label: 'Security',
  probes: [
    {
      id: 'security-constructor',
      question: 'Is the constructor of the object out of reach?',
      passes: 'A frame that calls `constructor.toString` is refused.',
      run: (kit) => refused(kit, ['constructor', 'toString']),
    },
    {
      id: 'security-prototype',
      question: 'Is the prototype of the object out of reach?',
      passes: 'A frame that calls a method of `__proto__` is refused.',
      run: (kit) => refused(kit, ['__proto__', 'userIds']),
    },
    {
      id: 'security-inherited',
      question: 'Are methods that every object inherits out of reach?',
      passes: 'A frame that calls `toLocaleString`, which nobody declared, is refused.',
      run: (kit) => refused(kit, ['toLocaleString']),
    },
    {
      id: 'security-of-a-method',
      question: 'Are the members of a method out of reach?',
      passes: 'A frame that calls `toString` of a method, which would give its source, is refused.',
      run: (kit) => refused(kit, ['userIds', 'toString']),
    },
    {
      id: 'security-private',
      question: 'Is a method out of reach that only TypeScript calls protected?',
      passes: 'A frame that calls it is refused.',
      run: (kit) => refused(kit, ['secret']),
    },
    {
      id: 'security-capability',
      question: 'Can authentication be a call that returns what it opens?',
      passes:
        'With the right token, a method returns an interface that answers; with another, it throws.',
      async run(kit) {
        using connection = await kit.connect();
        const refused = await endingOf(() => connection.api.authenticate('guess'));
        if (refused.state !== 'rejected') return fail(describe(refused));
        return await answers(async () => {
          const account = await connection.api.authenticate('sesame');
          return account.whoami();
        }, 'the holder of the token');
      },
      own: {
        'raw-websocket': notApplicable('The raw WebSocket carries JSON, which has no interfaces.'),
      },
    },
    {
      id: 'security-token-once',
      question: 'Is what a token opened reached without the token again?',
      passes: 'A call of the returned interface sends no token.',
      async run(kit) {
        using connection = await kit.connect();
        const sent: string[] = [];
        const [socket] = connection.log.sockets;
        const account = (await answerOf(() => connection.api.authenticate('sesame'))) as {
          whoami?: () => unknown;
        };
        if (socket === undefined || typeof account.whoami !== 'function') {
          return fail('no interface arrives');
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
      },
      own: {
        'raw-websocket': notApplicable('The raw WebSocket carries JSON, which has no interfaces.'),
      },
    },
    {
      id: 'security-types',
      question: 'Are arguments checked against their types at run time?',
      passes: 'A text where a number was declared is refused before the method sees it.',
      async run(kit) {
        using connection = await kit.connect();
        return await rejects(
          () => connection.api.typeOf('a text' as unknown as number),
          'refused: ',
        );
      },
    },
    {
      id: 'security-pollution',
      question: 'Does data named __proto__ leave every other object alone?',
      passes: 'It is echoed or refused, and no object at either end has what it held.',
      async run(kit) {
        using connection = await kit.connect();
        const hostile: unknown = JSON.parse('{"a":{"__proto__":{"polluted":true}}}');
        const ending = await endingOf(() => connection.api.echo(hostile));
        if (ending.state === 'pending') return fail(describe(ending));
        const here = 'polluted' in {};
        const there = await endingOf(() => connection.api.user(1));
        if (there.state !== 'resolved') return fail(`afterwards ${describe(there)}`);
        const arrived = (there.value as { polluted?: unknown }).polluted;
        const result = ending.state === 'resolved' ? (ending.value as { a?: object }).a : {};
        if (here || arrived !== undefined) return fail('an object was polluted');
        return (result as { polluted?: unknown } | undefined)?.polluted === true &&
          !Object.hasOwn(result ?? {}, '__proto__')
          ? partly('the copy itself has a new prototype; no other object is touched')
          : pass('no object is touched');
      },
    },
    {
      id: 'security-malformed',
      question: 'Is a frame that cannot be read answered, and everyone else unharmed?',
      passes:
        'The sender gets an error, its connection stays open, and other clients see nothing of it.',
      run: (kit) => afterHostileFrame(kit, '{"json":'),
    },
    {
      id: 'security-nesting',
      question: 'Does a frame nested ten thousand deep leave the object well?',
      passes:
        'The sender gets an error, its connection stays open, and other clients see nothing of it.',
      run: (kit) => afterHostileFrame(kit, `${'['.repeat(10_000)}1${']'.repeat(10_000)}`),
    },
    {
      id: 'security-amplification',
      question: 'Is the answer to a small message never a large one?',
      passes:
        'An echo of one text in fifty places, sent with all the references that the protocol has, is answered by twice its own length at most, or refused.',
      run: answerToReferences,
    },
    {
      id: 'security-guess',
      question: 'Can a client reach what another one holds by guessing its number?',
      passes: 'A second connection that names the first one’s reference is refused.',
      own: {
        lumenize: notApplicable(
          'There are no numbers to guess: a reference is the path to it, which anyone may take who may call.',
        ),
        async capnweb(kit) {
          using owner = await kit.connect();
          const cursor = await owner.stub.cursor();
          await cursor.next();
          const socket = await openSocket(new WebSocket(kit.address('ws')));
          const heard: string[] = [];
          socket.addEventListener('message', ({ data }: MessageEvent<string>) => heard.push(data));
          for (const id of [-1, 1, 2]) {
            socket.send(JSON.stringify(['push', ['pipeline', id, ['next'], []]]));
            socket.send(JSON.stringify(['pull', 1]));
          }
          await until(() => heard.length > 0 || socket.readyState !== WebSocket.OPEN);
          socket.close();
          const position = await cursor.next();
          return position === 2 ? pass('refused; the cursor did not move') : fail('it moved');
        },
        kkrpc: notApplicable('It passes no object by reference.'),
        trpc: notApplicable('It passes no object by reference.'),
        orpc: notApplicable('It passes no object by reference.'),
        'fetch-json': notApplicable('JSON passes no object by reference.'),
        'raw-websocket': notApplicable('The raw WebSocket passes no reference.'),
      },
    },
  ],
};
