/** What a stream costs its visitor’s share of the day, and what becomes of one that it has no room for. */
import { afterAll, describe, expect } from 'vitest';
import { callingWith } from '../../src/cli/shared/identify.ts';
import { type LocalBench } from '../../src/cli/shared/bench.ts';
import { benchChannel } from '../../src/places/bench/bench.ts';
import { study } from '../../src/studies/streams/study.ts';
import { ask, it, path } from '../testing/knock.ts';

const vars = { SETTING: 'deployed' };
const visitor = { 'CF-Connecting-IP': '192.0.2.1', 'Roundtrip-Client': 'test' };
/** A visitor has a fifth. */
const gate = (messages: number) => ({ day: { messages: 5 * messages } });

const open: Array<{ close: () => void }> = [];
afterAll(() => open.forEach((each) => each.close()));

async function connect({ origin }: LocalBench, arm: (typeof study.arms)[number]) {
  const { WebSocketClass, fetch } = callingWith(visitor);
  const connecting = await arm.load();
  const opened = await connecting(
    benchChannel({ origin, object: crypto.randomUUID(), WebSocketClass, fetch }),
  );
  open.push(opened);
  return opened.operations;
}

/** What it takes and what is left, in words, and when there is more; or, where more came before that could be read, why the socket closed. */
const PAST = /stream: got what takes \d{3} .* expected at most the \d+ .* opens again at|visitor-/;
/** 8 MiB: a message for each 64 KiB down, and for each item up. */
const shape = { items: 128, bytes: 65_536 };

const sockets = study.arms.filter(({ accept }) => accept !== 'request');

describe.concurrent.each(sockets.map((arm) => [arm.id, arm] as const))('%s', (_, arm) => {
  it('is refused a stream past the share before it begins, and goes on', async ({ start }) => {
    const peer = await connect(await start(gate(120), vars), arm);
    await expect(peer.down(shape)).rejects.toThrow(PAST);
    expect(await peer.passed()).toBe(0);
    expect(await peer.down({ items: 5, bytes: 20 })).toMatchObject({ items: 5 });
  });

  it.runIf(arm.cannot?.['up-small'] === undefined)('and one up', async ({ start }) => {
    const peer = await connect(await start(gate(120), vars), arm);
    await expect(peer.up(shape)).rejects.toThrow(PAST);
  });
});

describe.concurrent('a share that has no room for a socket', () => {
  it('opens none, and tells why to whoever asks without one', async ({ start }) => {
    const bench = await start(gate(30), vars);
    const [arm] = sockets as [(typeof sockets)[number]];
    // A client of WebSockets hears nothing of an answer that is no handshake.
    await expect(connect(bench, arm)).rejects.toThrow('closed with code 1006');
    const told = await ask(`${bench.origin}${path('streams/raw')}`, visitor);
    expect(told).toMatchObject({ status: 429, body: { reached: 'visitor-messages' } });
    expect(told.body['message']).toMatch(/got more than the limit of 30; it opens again at/);
  });

  it('is no room for the acknowledgements of a stream either', async ({ start }) => {
    const arm = study.arms.find(({ id }) => id === 'capnweb/stream') as (typeof sockets)[number];
    const peer = await connect(await start(gate(400), vars), arm);
    await expect(peer.down({ items: 1000, bytes: 100 })).rejects.toThrow('takes 1003 messages');
  });
});
