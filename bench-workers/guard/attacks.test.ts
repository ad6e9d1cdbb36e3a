/**
 * Every attack of the table, and those that take more than messages, on one workerd. Beside each a
 * visitor counts, whose count has to be exact.
 */
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalBench, startBench } from '../../src/cli/shared/bench.ts';
import { openSocket } from '../../src/links/socket.ts';
import { mutations } from '../../src/systems/trpc/system.ts';
import { allCases } from '../../src/testing/all-cases.ts';
import { eventually } from '../../src/testing/eventually.ts';
import type { GateConfig } from '../gate/config.ts';
import type { Amounts } from '../gate/protocol.ts';
import { limits } from '../limits.ts';
import { type Attack, attacked, type AttackedArm } from '../testing/attacks.ts';
import { addressOf, askUnread, bytesQueuedFor, clientOf, countBeside } from '../testing/hostile.ts';
import { dataOf, memoryOf, openByHand, send, statusOfEndless } from '../testing/hostile.ts';
import { ask } from '../testing/knock.ts';
import { type Frame, pushed, times, writerOf } from '../testing/messages.ts';

const PAGE = 'http://localhost:8787';
/** Sockets that the gate admits at once: after all attacks so many open again. */
const SOCKETS = 300;
/** Most memory of workerd, in kB. Without a guard, half a minute of most attacks takes more. */
const MOST_MEMORY = 1_200_000;
const day: Amounts = { objects: 100, messages: 3000, rows: 3000, seconds: 3000 };
const client = { 'Roundtrip-Client': 'test' };
/** Clients that read no answer: with them more is kept than there is room for, beside what the system buffers of each. */
const UNREAD = 110;
/** Calls of each visitor of a crowd: each waits for the disk. */
const CALLS = allCases ? 50 : 10;

/** Serves everything; ends what is idle after a second; counts a small day. */
let bench: LocalBench;
let shortLived: LocalBench;
let counted: LocalBench;
let log = '';
/** Answers to bodies that never end, which take as long as the limit allows. */
let late: Promise<unknown[]>;

const start = (gate: { [Part in keyof GateConfig]?: unknown }, vars: Record<string, string> = {}) =>
  startBench({
    ...{ root: process.cwd(), port: 0, allowedOrigins: [PAGE] },
    vars: { GATE: JSON.stringify(gate), ...vars },
    onSaid: (text) => (log += text),
  });

beforeAll(async () => {
  [bench, shortLived, counted] = await Promise.all([
    start({ sockets: SOCKETS }),
    start({}, { IDLE_SECONDS: '1' }),
    start({ dayParts: 1, day }, { SETTING: 'deployed' }),
  ]);
  late = Promise.all(times(10, () => statusOfEndless(`${to('fetch-json/http')}/add`)));
});

afterAll(async () => {
  await Promise.all([bench.stop(), shortLived.stop(), counted.stop()]);
  expect(log).not.toMatch(/[Uu]ncaught|unhandled|\n\s+at /);
});

const to = (arm: string, object?: string) => addressOf(bench.origin, arm, object);
const open = (address: string) => openSocket(new WebSocket(address.replace(/^http/, 'ws')));
const raw = writerOf('raw-websocket');

/** Status and body of the answer to a request of a page, which may read what was wrong with it. */
async function post(address: string, body: Frame, isQuery: boolean): Promise<string> {
  const batch = address.endsWith('__batch__') ? { 'X-ORPC-Batch': 'streaming' } : {};
  const headers = { Origin: PAGE, 'Content-Type': 'application/json', ...batch };
  const answer = isQuery
    ? await fetch(`${address}?input=${encodeURIComponent(String(body))}`, { headers })
    : await fetch(address, { method: 'POST', body, headers });
  expect(answer.headers.get('access-control-allow-origin')).toBe(PAGE);
  return `${answer.status} ${await answer.text()}`;
}

/** What is wrong with the way an attack ended; undefined for nothing. */
async function faultOf({ system, arm, isRequest, hasPaths }: AttackedArm, attack: Attack) {
  const [kind, what, ends, frames, { counter = 0, path } = {}] = attack;
  const object = crypto.randomUUID();
  const isEnd = (text: string) => ends.split(' ').every((part) => text.includes(part));
  let said = '';
  let isEarly = false;
  if (isRequest) {
    const address = to(arm, object) + (hasPaths ? `/${path}` : '');
    // The address has what tRPC asks for without changing anything.
    const isQuery = system === 'trpc' && path !== undefined && !mutations.has(path);
    for (const body of frames) said = await post(address, body, isQuery);
  } else {
    const isDone = (answers: readonly string[]) => isEnd(answers.at(-1) ?? '');
    const { answers, closed } = await send(to(arm, object), frames, isDone);
    said = closed === undefined ? (answers.at(-1) ?? '') : `${closed.code} ${closed.reason}`;
    // Of a message that ends the socket nothing is answered, only the calls before it.
    isEarly = closed !== undefined && kind !== 'release' && answers.length > counter;
  }
  const visitor = await clientOf(bench.origin, system, object);
  const got = await visitor.operations.getValue();
  visitor.close();
  if (isEnd(said) && !isEarly && got === counter) return undefined;
  return `${kind}, ${what}: got ${said.slice(0, 200)} and ${got}, expected ${ends} and ${counter}`;
}

/** Looks that a visitor was served beside an attack, exactly, and that memory stayed bounded. */
async function beside<Result>(attack: () => Promise<Result>, least = 1): Promise<Result> {
  const { result, counted: calls, held } = await countBeside(bench.origin, attack);
  expect(held).toBe(calls);
  expect(calls).toBeGreaterThanOrEqual(least);
  expect(await memoryOf(bench)).toBeLessThan(MOST_MEMORY);
  return result;
}

it.each(attacked)('$arm refuses what no client sends', async (arm) => {
  const faults = await beside(() => Promise.all(arm.attacks.map((each) => faultOf(arm, each))));
  expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
});

describe('what waits for a client', () => {
  it.each([
    ['kkrpc/json', times(1001, () => writerOf('kkrpc')('askClient')).flat()],
    ['raw-websocket/in-memory', times(11, () => raw('calledBack', 100)).flat()],
  ])('over %s is no more than one object has room for', async (arm, frames) => {
    const refusal = `at most ${limits.callbacks.waiting} that wait`;
    const { closed } = await send(to(arm), frames, (all) => all.at(-1)?.includes(refusal) === true);
    expect(closed).toBeUndefined();
  });

  it('is ended where most is kept for it: pipes that nobody reads', async () => {
    const write = JSON.stringify(['stream', ['pipeline', 1, ['write'], ['x'.repeat(1_000_000)]]]);
    const ended: string[] = [];
    await beside(async () => {
      const sockets: WebSocket[] = [];
      while (sockets.length < 30) {
        const socket = await open(to('capnweb/in-memory'));
        sockets.push(socket);
        socket.addEventListener('close', ({ reason }) => ended.push(reason));
        for (const frame of ['["pipe"]', ...times(11, () => write)]) socket.send(frame);
      }
      await eventually(() => expect(ended.join()).toContain('heldBytes'));
      expect(ended.length).toBeLessThan(20);
      for (const socket of sockets) socket.close();
    });
  });

  it('is ended where most is kept for it: answers to requests that nobody reads', async () => {
    const texts = times(4, (at) => `${pushed('download', 1_000_000)}\n["pull",${at + 1}]`);
    const lengths = await beside(async () => {
      const unread: Array<() => Promise<number>> = [];
      while (unread.length < UNREAD) {
        unread.push(await askUnread(to('capnweb/http-batch'), texts.join('\n')));
      }
      return Promise.all(unread.map((readOn) => readOn()));
    });
    // So many are more than is kept for all; those that were ended are short.
    const whole = lengths.filter((length) => length > 12_000_000);
    expect(whole.length).toBeGreaterThan(10);
    expect(whole.length).toBeLessThan(UNREAD);
  }, 300_000);

  it('gets an answer in time, whether its body ends or not', async () => {
    expect(await late).toEqual(times(10, () => 504));
  });
});

// What each waits for is as long as a client has to answer.
describe.concurrent('a client that leaves undone what the server waits for', () => {
  it('answers no function of its own that the server calls', async () => {
    const calls: Array<[arm: string, frames: string[]]> = [
      ['raw-websocket/in-memory', raw('calledBack', 1)],
      ['capnweb/in-memory', writerOf('capnweb')('calledBack', 1, ['export', -1])],
      ['kkrpc/json', writerOf('kkrpc')('askClient')],
    ];
    const ends = await Promise.all(calls.map(([arm, frames]) => send(to(arm), frames)));
    const end = { code: 1013, reason: 'expected the answer of a function' };
    expect(ends.map(({ closed }) => closed)).toEqual(times(3, () => end));
  });

  it('reads no answers', async () => {
    const arms = ['raw-websocket/in-memory', 'raw-websocket/hibernating', 'capnweb/in-memory'];
    const bytes = await beside(() =>
      Promise.all(arms.map((arm) => bytesQueuedFor(to(arm), writerOf(arm)('download', 1_000_000)))),
    );
    // With what lies in the buffers of the system, at both ends.
    for (const each of bytes) expect(each).toBeLessThan(3 * limits.socket.queuedBytes);
  });

  it('answers no Close, and ends no frame', async () => {
    // Nothing; the beginning of a text of 4 MiB; the same as the first part of several.
    const head = [0xff, 0, 0, 0, 0, 0, 0x40, 0, 0, 1, 2, 3, 4, 0, 0, 0];
    const begun = [[], [0x81, ...head], [0x01, ...head]].map((bytes) => Buffer.from(bytes));
    const arms = ['raw-websocket/hibernating', 'lumenize/hibernating', 'capnweb/in-memory'];
    const ends = [...arms, 'kkrpc/json'].flatMap((arm) =>
      begun.map(async (bytes) => {
        const socket = await openByHand(addressOf(shortLived.origin, arm));
        socket.write(bytes);
        await once(socket.resume(), 'close');
      }),
    );
    await Promise.all(ends);
  });
});

describe('what is forged', () => {
  it.each(['7', crypto.randomUUID().toUpperCase()])('is no object: %s', async (object) => {
    const answer = { status: 400, body: { error: 'object' } };
    expect(await ask(to('fetch-json/http', object), client, '[]')).toMatchObject(answer);
  });

  it('is no socket of an arm that takes requests, and no long tag', async () => {
    for (const arm of ['fetch-json/http', 'orpc/http', 'capnweb/http-batch', 'kkrpc/http']) {
      await expect(openByHand(to(arm))).rejects.toThrow('HTTP/1.1 400');
    }
    const tag = { 'Sec-WebSocket-Protocol': `lumenize.rpc.clientId.${'x'.repeat(300)}` };
    await expect(openByHand(to('lumenize/hibernating'), tag)).rejects.toThrow('HTTP/1.1 400');
  });

  it.each([0, 999, 1005, 5000, 65_535])('gets its Close of code %i back', async (code) => {
    for (const arm of ['raw-websocket/in-memory', 'raw-websocket/hibernating']) {
      const socket = await openByHand(to(arm));
      // A masked Close with two bytes of code.
      socket.write(Buffer.from([0x88, 0x82, 0, 0, 0, 0, code >> 8, code & 0xff]));
      expect((await dataOf(socket))[0]).toBe(0x88);
      socket.destroy();
    }
  });
});

describe('many', () => {
  it('messages without waiting leave others their turns', async () => {
    const frames = times(20_000, () => raw('getValue')).flat();
    const isDone = (all: readonly string[]) => all.length === frames.length;
    // Without turns the visitor is answered five times, in the gaps between what the runtime reads at once.
    await beside(() => send(to('raw-websocket/in-memory'), frames, isDone), 16);
  });

  it('visitors at once are each served exactly, whichever library they use', async () => {
    const systems = [...new Set(attacked.map(({ system }) => system))];
    const visit = async (at: number) => {
      const { origin } = bench;
      const visitor = await clientOf(origin, systems[at % systems.length] ?? '');
      const { operations } = visitor;
      await Promise.all(times(CALLS, () => operations.increment(1)));
      const value = await operations.getValue();
      visitor.close();
      return value;
    };
    expect(await beside(() => Promise.all(times(200, visit)))).toEqual(times(200, () => CALLS));
  }, 300_000);

  it('sockets that were refused leave their room to others', async () => {
    const arms = attacked.filter(({ isRequest }) => !isRequest);
    await beside(async () => {
      for (const { arm } of times(10, () => arms).flat()) {
        const { closed } = await send(to(arm), ['['.repeat(20_000)]);
        expect(closed?.code).toBe(1008);
      }
    });
    await eventually(async () => {
      const address = to('raw-websocket/hibernating');
      const opening = await Promise.allSettled(times(SOCKETS + 20, () => open(address)));
      const opened = opening.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
      for (const socket of opened) socket.close();
      expect(opened).toHaveLength(SOCKETS);
    });
  });
});

it('a message is paid for before it runs, and nothing is given back', async () => {
  const at = (arm: string) => addressOf(counted.origin, arm);
  const left = async () => {
    const { body } = await ask(`${counted.origin}/bench/about`, client);
    return (body['day'] as { left: Amounts }).left.messages;
  };
  const isAnswered = (all: readonly string[]) => all.length > 0;
  const samples = [await left()];
  // None of these takes less than nothing.
  await send(at('capnweb/in-memory'), writerOf('capnweb')('numbers', 1, -1000), isAnswered);
  await send(at('capnweb/in-memory'), ['["release",0,-1000]']);
  await send(at('raw-websocket/in-memory'), raw('ids', -1000), isAnswered);
  const forged = { ...client, 'Roundtrip-Payer': '{"visitor":1,"visit":"again"}' };
  await ask(`${at('fetch-json/http')}/add`, forged, '[1,2]');
  samples.push(await left());
  // Each is a request to another object: 200 are more than the day has.
  const cursors = times(200, () => writerOf('capnweb')('nativeCursor')[0] ?? '');
  const asked = [...cursors, '["pull",200]'];
  const { answers, closed } = await send(at('capnweb/in-memory'), asked, isAnswered);
  expect(`${answers.join()}${closed?.reason}`).toMatch(/of the day|day-messages/);
  await eventually(async () => {
    samples.push(await left());
    expect(samples.at(-1)).toBeLessThan(100);
  });
  expect(samples).toEqual(samples.toSorted((one, other) => other - one));
  expect(samples[0]).toBe(day.messages);
});

it('writes nothing of what visitors send to the log, and little else', async () => {
  const frames = times(2000, (at) => `{"json":{"secret${at}":1}}\n`);
  await send(to('kkrpc/superjson'), frames);
  expect(log).not.toContain('secret');
  expect(log.length).toBeLessThan(20_000);
});
