import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Holder } from './holder.ts';
import { Streams } from './streams.ts';

/** Passes an answer on that a test sends, breaks off, and reads. */
function open(type: string) {
  const cancel = vi.fn();
  const onEnd = vi.fn();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({ start: (given) => (controller = given), cancel });
  const answer = new Response(body, { headers: { 'Content-Type': type } });
  if (!Streams.is(answer)) throw new Error(`answer: got none that goes on of ${type}`);
  const streams = new Streams();
  const passed = streams.pass(answer, new Holder({}, () => undefined), onEnd);
  const reader = (passed.body as ReadableStream<Uint8Array>).getReader();
  return {
    streams,
    reader,
    say: (text: string) => controller?.enqueue(Buffer.from(text)),
    fail: () => controller?.error(new Error('broken')),
    read: async () => Buffer.from((await reader.read()).value ?? []).toString(),
    ends: () => [onEnd.mock.calls.length, cancel.mock.calls.length],
  };
}

describe.each([
  ['text/event-stream', ':\n'],
  ['application/jsonl', ' '],
])('an answer of %s', (type, nothing) => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('says from time to time that it goes on, but only between lines', async () => {
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

  it('ends once, when its reader leaves, its object ends or its library breaks off', async () => {
    const left = open(type);
    expect(left.ends()).toEqual([0, 0]);
    await left.reader.cancel();
    left.streams.end();
    expect(left.ends()).toEqual([1, 1]);
    const ended = open(type);
    ended.streams.end();
    expect(await ended.reader.read()).toMatchObject({ done: true });
    expect(ended.ends()).toEqual([1, 1]);
    const broken = open(type);
    broken.fail();
    await expect(broken.reader.read()).rejects.toThrow('broken');
    expect(broken.ends()[0]).toBe(1);
  });
});

it.each(['application/json', 'text/plain'])('an answer of %s does not go on', (type) => {
  expect(Streams.is(new Response('{}', { headers: { 'Content-Type': type } }))).toBe(false);
});
