/**
 * One behaviour for every arm: a real client against a real server on local workerd.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBench, type LocalBench } from '../src/cli/local/bench.ts';
import type { Session, WebSocketClass } from '../src/harness/study.ts';
import { counterArms } from './clients.ts';
import type { CounterOperations } from './operations.ts';

let bench: LocalBench;
const sessions: Session<CounterOperations>[] = [];

beforeAll(async () => {
  bench = await startBench({ root: process.cwd(), port: 0 });
});

afterAll(async () => {
  for (const session of sessions) session.close();
  await bench.stop();
});

describe.each(counterArms())('$id', (arm) => {
  async function open(
    object: string = crypto.randomUUID(),
    WebSocketClass: WebSocketClass = WebSocket,
  ) {
    const connect = await arm.load();
    const session = await connect({ origin: bench.origin, object, WebSocketClass });
    sessions.push(session);
    return session.operations;
  }

  it('starts a fresh object at 0', async () => {
    const counter = await open();
    expect(await counter.getValue()).toBe(0);
  });

  it('counts sequential calls', async () => {
    const counter = await open();
    for (let call = 1; call <= 20; call += 1) expect(await counter.increment(1)).toBe(call);
    expect(await counter.increment(-5)).toBe(15);
    expect(await counter.getValue()).toBe(15);
  });

  it('counts concurrent calls, in the order they were made', async () => {
    const counter = await open();
    const values = await Promise.all(Array.from({ length: 50 }, () => counter.increment(2)));
    expect(values).toEqual(Array.from({ length: 50 }, (_, index) => 2 * (index + 1)));
    expect(await counter.getValue()).toBe(100);
  });

  it('resets to 0', async () => {
    const counter = await open();
    await counter.increment(7);
    expect(await counter.reset()).toBe(0);
    expect(await counter.getValue()).toBe(0);
  });

  it.each([null, 'text with “quotes” and 🌍', 12.5, [1, [2, 3]], { a: { $b: ['$type'] } }])(
    'echoes %j',
    async (value) => {
      const counter = await open();
      expect(await counter.echo(value)).toEqual(value);
    },
  );

  it('carries an error of the server with its name and message, and changes nothing', async () => {
    const counter = await open();
    await counter.increment(3);
    for (const wrong of ['1', 1.5, Number.MAX_SAFE_INTEGER + 1, null]) {
      const error = await counter.increment(wrong as number).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(Error);
      expect((error as Error).name).toBe('TypeError');
      expect((error as Error).message).toContain('expected a safe integer');
    }
    const tooFar = counter.increment(Number.MAX_SAFE_INTEGER);
    await expect(tooFar).rejects.toThrow('expected the sum to stay a safe integer');
    expect(await counter.getValue()).toBe(3);
  });

  it('keeps its value for a second connection, and apart from another object', async () => {
    const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
    await (await open(one)).increment(4);
    await (await open(other)).increment(9);
    expect(await (await open(one)).getValue()).toBe(4);
    expect(await (await open(other)).getValue()).toBe(9);
  });

  it('rejects pending calls when the socket drops', async () => {
    let socket: WebSocket | undefined;
    class Caught extends WebSocket {
      constructor(url: string, protocols?: string | string[]) {
        super(url, protocols);
        // eslint-disable-next-line @typescript-eslint/no-this-alias -- the test drops it by hand
        socket = this;
      }
    }
    const counter = await open(crypto.randomUUID(), Caught);
    expect(await counter.increment(1)).toBe(1);
    const pending = [counter.increment(1), counter.getValue()];
    const settled = Promise.allSettled(pending);
    socket?.close();
    const outcomes = await settled;
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'rejected']);
  });

  it('rejects when closed by its owner, and does not open what nobody serves', async () => {
    const connect = await arm.load();
    const session = await connect({
      origin: bench.origin,
      object: crypto.randomUUID(),
      WebSocketClass: WebSocket,
    });
    const pending = session.operations.getValue();
    const settled = Promise.allSettled([pending]);
    session.close();
    expect((await settled)[0]?.status).toBe('rejected');
    const refused = connect({ origin: bench.origin, object: 'nobody', WebSocketClass: WebSocket });
    await expect(refused).rejects.toThrow('close');
  });
});
