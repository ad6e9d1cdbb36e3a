import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type LiveEvent,
  runInWorker,
  type RunRequest,
  type ToWorker,
  Visibility,
} from './thread.ts';
import { eventually } from '../../testing/eventually.ts';

const request: RunRequest = {
  study: 'one',
  origin: '',
  options: { length: { rule: 'until-decided' } },
  seed: 1,
  pressedAt: 0,
};
const step: LiveEvent = { type: 'starting', step: 'asking' };
const ended: LiveEvent = { type: 'ended', end: { kind: 'complete', why: 'rounds' } };

/** A worker that does what the test says, and keeps what it was told. */
class FakeWorker extends EventTarget {
  readonly told: ToWorker[] = [];
  terminated = false;

  postMessage(message: ToWorker): void {
    this.told.push(message);
  }

  terminate(): void {
    this.terminated = true;
  }

  say(data: LiveEvent): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }

  fail(message: string): void {
    this.dispatchEvent(Object.assign(new Event('error'), { message }));
  }

  get types(): string[] {
    return this.told.map(({ type }) => type);
  }
}

/** A run, the events that were told of it, and its promise. @param deal what dealing with its first event takes */
function started(deal = Promise.resolve()) {
  const worker = new FakeWorker();
  const controller = new AbortController();
  const told: LiveEvent[] = [];
  const { signal } = controller;
  const take = (event: LiveEvent) => (told.push(event) === 1 ? deal : Promise.resolve());
  const run = runInWorker(worker as unknown as Worker, request, { signal, take });
  return { worker, controller, told, run };
}
const never = new Promise<void>(() => undefined);

beforeEach(() => {
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
});
afterEach(() => vi.unstubAllGlobals());

describe('runInWorker', () => {
  it('answers an event once it has been dealt with', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { worker, told, run } = started(promise);
    worker.say(step);
    await Promise.resolve();
    expect(worker.types).toEqual(['start']);
    resolve();
    await eventually(() => expect(worker.types).toEqual(['start', 'seen']));
    worker.say(ended);
    await run;
    expect(told).toEqual([step, ended]);
    expect(worker.terminated).toBe(true);
  });

  it('tells of a page that is hidden and of a cancelled run at once', async () => {
    const { worker, controller, run } = started(never);
    worker.say(step);
    Object.assign(document, { visibilityState: 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
    controller.abort();
    expect(worker.told.slice(1)).toEqual([
      { type: 'visibility', hidden: true },
      { type: 'cancel' },
    ]);
    worker.say(ended);
    await run;
    document.dispatchEvent(new Event('visibilitychange'));
    expect(worker.told).toHaveLength(3);
  });

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

  it('is sent what can be cloned', () => {
    const { worker } = started();
    expect(structuredClone(worker.told)).toEqual(worker.told);
  });
});

describe('Visibility', () => {
  it('calls back when the page is hidden, and only then', () => {
    const visibility = new Visibility(false);
    let hidden = 0;
    const stop = visibility.onHide(() => (hidden += 1));
    visibility.set(true);
    visibility.set(true);
    visibility.set(false);
    expect(hidden).toBe(1);
    stop();
    visibility.set(true);
    expect(hidden).toBe(1);
  });

  it('waits until the page is visible', async () => {
    const visibility = new Visibility(true);
    const { signal } = new AbortController();
    const seen = visibility.visible(signal);
    visibility.set(false);
    await seen;
    await visibility.visible(signal);
    expect(visibility.hidden).toBe(false);
  });

  it('stops waiting with the signal', async () => {
    const controller = new AbortController();
    const waiting = new Visibility(true).visible(controller.signal);
    controller.abort(new Error('cancelled'));
    await expect(waiting).rejects.toThrow('cancelled');
  });
});
