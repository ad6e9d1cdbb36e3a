import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Holder } from './holder.ts';
import { Streams } from './streams.ts';

/** An answer whose library is in hand: what it sends, and whether it was told that nobody reads. */
function answering(type: string) {
  const cancelled = vi.fn();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (given) => (controller = given),
    cancel: cancelled,
  });
  const answer = new Response(body, { headers: { 'Content-Type': type } });
  if (!Streams.is(answer)) throw new Error(`answer: got none that goes on of ${type}`);
  const say = (text: string) => controller?.enqueue(Buffer.from(text));
  return { answer, say, cancelled, fail: () => controller?.error(new Error('broken')) };
}

const open = (type: string) => {
  const source = answering(type);
  const streams = new Streams();
  const onEnd = vi.fn();
  const kept = new Holder({}, () => undefined);
  const passed = streams.pass(source.answer, kept, onEnd);
  const reader = (passed.body as ReadableStream<Uint8Array>).getReader();
  const read = async () => Buffer.from((await reader.read()).value ?? []).toString();
  return { ...source, streams, onEnd, reader, read };
};

describe.each([
  ['text/event-stream', ':\n'],
  ['application/jsonl', ' '],
])('an answer of %s', (type, nothing) => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('says from time to time that it goes on, between lines alone', async () => {
    const { say, read, reader } = open(type);
    say('{"a":1}\n');
    expect(await read()).toBe('{"a":1}\n');
    await vi.advanceTimersByTimeAsync(2000);
    expect(await read()).toBe(nothing);
    say('{"half":');
    expect(await read()).toBe('{"half":');
    await vi.advanceTimersByTimeAsync(6000);
    say('2}\n');
    expect(await read()).toBe('2}\n');
    await reader.cancel();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is given up, and given back once, when nobody reads it any more', async () => {
    const { streams, onEnd, reader, cancelled } = open(type);
    expect(streams.size).toBe(1);
    await reader.cancel();
    streams.end();
    expect([streams.size, onEnd.mock.calls.length, cancelled.mock.calls.length]).toEqual([0, 1, 1]);
  });

  it('ends with its object, read or not', async () => {
    const { streams, onEnd, reader, cancelled } = open(type);
    streams.end();
    expect(await reader.read()).toMatchObject({ done: true });
    expect([streams.size, onEnd.mock.calls.length, cancelled.mock.calls.length]).toEqual([0, 1, 1]);
  });

  it('is given back where its library breaks off', async () => {
    const { streams, onEnd, reader, fail } = open(type);
    fail();
    await expect(reader.read()).rejects.toThrow('broken');
    expect([streams.size, onEnd.mock.calls.length]).toEqual([0, 1]);
  });
});

it.each(['application/json', 'text/plain'])('an answer of %s does not go on', (type) => {
  expect(Streams.is(new Response('{}', { headers: { 'Content-Type': type } }))).toBe(false);
});
