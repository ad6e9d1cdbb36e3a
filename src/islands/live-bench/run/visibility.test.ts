import { describe, expect, it } from 'vitest';
import { Visibility } from './browser.ts';

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
