/** The worker that measures. Nothing draws here and no extension runs here. */
import type { WorkerScope } from '../../../wire/windows/channel.ts';
import { runStudy } from './run-study.ts';
import { type LiveEvent, type ToWorker, Visibility } from './thread.ts';

const page = self as unknown as WorkerScope;
const controller = new AbortController();
const presence = new Visibility(false);
let seen = (): void => undefined;

const take = (event: LiveEvent): Promise<void> =>
  new Promise((resolve) => {
    seen = resolve;
    page.postMessage(event);
  });

page.addEventListener('message', (event) => {
  const data = event.data as ToWorker;
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
