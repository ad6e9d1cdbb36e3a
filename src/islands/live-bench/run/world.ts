import type { Presence, World } from '../../../harness/world.ts';

/** The browser as the core sees it, without sockets and recovery. */
export function browserWorld(): Pick<World, 'now' | 'after' | 'freshObject' | 'presence'> {
  return {
    now: () => performance.now(),
    after(delayMs, callback) {
      const timer = window.setTimeout(callback, delayMs);
      return () => window.clearTimeout(timer);
    },
    freshObject: () => crypto.randomUUID(),
    presence: presenceOf(document),
  };
}

/** Resolves after a delay in ms, or rejects with the signal's reason. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const onAbort = () => {
      window.clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = window.setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal.addEventListener('abort', onAbort, { once: true });
  });
}

function presenceOf(page: Document): Presence {
  const onChange = (callback: () => void) => {
    page.addEventListener('visibilitychange', callback);
    return () => page.removeEventListener('visibilitychange', callback);
  };
  return {
    get hidden() {
      return page.visibilityState === 'hidden';
    },
    onHide: (callback) =>
      onChange(() => {
        if (page.visibilityState === 'hidden') callback();
      }),
    visible: (signal) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted();
        if (page.visibilityState === 'visible') return resolve();
        const stop = onChange(() => {
          if (page.visibilityState !== 'visible') return;
          signal.removeEventListener('abort', onAbort);
          stop();
          resolve();
        });
        const onAbort = () => {
          stop();
          reject(signal.reason as Error);
        };
        signal.addEventListener('abort', onAbort, { once: true });
      }),
  };
}
