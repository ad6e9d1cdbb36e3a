/** The worker that measures. Nothing draws here and no extension runs here. */
import { runStudy } from './run-study.ts';
import { type LiveEvent, type ToWorker, Visibility } from './thread.ts';

const controller = new AbortController();
const presence = new Visibility(false);
let seen = (): void => undefined;

const take = (event: LiveEvent): Promise<void> =>
  new Promise((resolve) => {
    seen = resolve;
    self.postMessage(event);
  });

self.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  switch (data.type) {
    case 'start':
      presence.set(data.hidden);
      void runStudy(data.request, { name: 'worker', presence, signal: controller.signal, take });
      return;
    case 'visibility':
      presence.set(data.hidden);
      return;
    case 'cancel':
      controller.abort();
      return;
    case 'seen':
      seen();
  }
});
