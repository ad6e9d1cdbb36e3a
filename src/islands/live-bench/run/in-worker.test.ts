import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NoWorker, runInWorker, type WorkerPort } from './in-worker.ts';
import type { FromWorker, RunRequest, ThreadEvent, ToWorker } from './protocol.ts';
import { eventually } from '../../../testing/eventually.ts';

const request: RunRequest = {
  study: 'one',
  origin: '',
  options: { length: { rule: 'until-decided' } },
  seed: 1,
};
const step: FromWorker = { type: 'event', event: { type: 'step', step: 'asking' } };
const ended: FromWorker = {
  type: 'ended',
  end: { type: 'measured', end: { type: 'complete', because: 'rounds' } },
};

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

  say(data: FromWorker): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }

  fail(message: string): void {
    this.dispatchEvent(Object.assign(new Event('error'), { message }));
  }

  get types(): string[] {
    return this.told.map(({ type }) => type);
  }
}

function started(take: (event: ThreadEvent) => Promise<void> = () => Promise.resolve()) {
  const worker = new FakeWorker();
  const controller = new AbortController();
  const end = runInWorker(() => worker as unknown as WorkerPort, request, {
    signal: controller.signal,
    take,
  });
  return { worker, controller, end };
}

beforeEach(() => {
  vi.stubGlobal('Worker', class {});
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
});
afterEach(() => vi.unstubAllGlobals());

describe('runInWorker', () => {
  it('answers an event once it has been dealt with', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { worker, end } = started(() => promise);
    worker.say(step);
    await Promise.resolve();
    expect(worker.types).toEqual(['start']);
    resolve();
    await eventually(() => expect(worker.types).toEqual(['start', 'seen']));
    worker.say(ended);
    expect(await end).toBe(ended.end);
    expect(worker.terminated).toBe(true);
  });

  it('tells of a page that is hidden and of a cancelled run at once', async () => {
    const { worker, controller, end } = started(() => new Promise(() => undefined));
    worker.say(step);
    Object.assign(document, { visibilityState: 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
    controller.abort();
    expect(worker.told.slice(1)).toEqual([
      { type: 'visibility', hidden: true },
      { type: 'cancel' },
    ]);
    worker.say(ended);
    await end;
    document.dispatchEvent(new Event('visibilitychange'));
    expect(worker.told).toHaveLength(3);
  });

  it('does not wait for a worker that is still loading when it is cancelled', async () => {
    const { worker, controller, end } = started();
    controller.abort();
    expect(await end).toEqual({ type: 'stopped' });
    expect(worker.terminated).toBe(true);
  });

  it('has no worker when it fails before its first event', async () => {
    const { worker, end } = started();
    worker.fail('');
    await expect(end).rejects.toThrow(new NoWorker('its worker could not be loaded'));
    expect(worker.terminated).toBe(true);
  });

  it('has no worker when it cannot be made', async () => {
    const refuse = () => {
      throw new Error('not allowed.');
    };
    const { signal } = new AbortController();
    const take = () => Promise.resolve();
    await expect(runInWorker(refuse, request, { signal, take })).rejects.toThrow(
      new NoWorker('its worker could not be made (not allowed)'),
    );
    vi.stubGlobal('Worker', undefined);
    await expect(runInWorker(refuse, request, { signal, take })).rejects.toThrow(
      new NoWorker('this browser has no workers'),
    );
  });

  it('keeps what was measured when it fails later', async () => {
    const { worker, end } = started();
    worker.say(step);
    worker.fail('out of memory');
    expect(await end).toEqual({
      type: 'measured',
      end: { type: 'lost', why: 'the worker failed: out of memory' },
    });
  });

  it('fails when an event cannot be drawn', async () => {
    const { worker, end } = started(() => Promise.reject(new Error('cannot draw')));
    worker.say(step);
    await expect(end).rejects.toThrow('cannot draw');
    expect(worker.terminated).toBe(true);
  });

  it('is sent what can be cloned', () => {
    const { worker } = started();
    expect(structuredClone(worker.told)).toEqual(worker.told);
  });
});
