import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type LiveEvent, runInWorker, type RunRequest } from './thread.ts';

const request: RunRequest = { study: 'one', origin: '', options: {}, seed: 1, pressedAt: 0 };
const step: LiveEvent = { type: 'starting', step: 'asking' };

/** A worker that does what the test says. */
class FakeWorker extends EventTarget {
  readonly postMessage = () => undefined;
  terminated = false;

  terminate(): void {
    this.terminated = true;
  }

  say(data: LiveEvent): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }

  fail(message: string): void {
    this.dispatchEvent(Object.assign(new Event('error'), { message }));
  }
}

/** A run, the events that were told of it, and its promise. @param deal what dealing with its first event takes */
function started(deal = Promise.resolve()) {
  const worker = new FakeWorker();
  const controller = new AbortController();
  const told: LiveEvent[] = [];
  const { signal } = controller;
  const take = (event: LiveEvent) => (told.push(event) === 1 ? deal : Promise.resolve());
  const run = runInWorker(worker as unknown as Worker, request, { signal, take }, '');
  return { worker, controller, told, run };
}

beforeEach(() => {
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
});
afterEach(() => vi.unstubAllGlobals());

describe('runInWorker', () => {
  it('does not wait for a worker that is still loading when it is cancelled', async () => {
    const { worker, controller, told, run } = started();
    controller.abort();
    await run;
    expect(told).toEqual([{ type: 'ended', end: { kind: 'cancelled' } }]);
    expect(worker.terminated).toBe(true);
  });

  it('comes to nothing when the worker fails before its first event', async () => {
    const { worker, run } = started();
    worker.fail('');
    const failure = { kind: 'not-loaded', detail: 'the worker failed: no message' };
    await expect(run).rejects.toMatchObject({ failure });
    expect(worker.terminated).toBe(true);
  });

  it('keeps what was measured when it fails later', async () => {
    const { worker, told, run } = started();
    worker.say(step);
    worker.fail('out of memory');
    await run;
    const end = { kind: 'lost', why: 'the worker failed: out of memory' };
    expect(told).toEqual([step, { type: 'ended', end }]);
  });

  it('fails when an event cannot be drawn', async () => {
    const { worker, run } = started(Promise.reject(new Error('cannot draw')));
    worker.say(step);
    await expect(run).rejects.toThrow('cannot draw');
    expect(worker.terminated).toBe(true);
  });
});
