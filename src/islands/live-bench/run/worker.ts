/** The worker that measures. Nothing draws here and no extension runs here. */
import { Visibility } from './browser.ts';
import type { FromWorker, RunRequest, ToWorker } from './protocol.ts';
import { runStudy } from './run-study.ts';

/** What this file needs of a worker's global scope, which the types of a page do not hold. */
interface WorkerScope {
  postMessage(message: FromWorker): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<ToWorker>) => void): void;
}

const page = self as unknown as WorkerScope;
const controller = new AbortController();
const presence = new Visibility(false);
let seen = (): void => undefined;

async function start(request: RunRequest): Promise<void> {
  const end = await runStudy(request, {
    name: 'worker',
    presence,
    signal: controller.signal,
    take: (event) =>
      new Promise((resolve) => {
        seen = resolve;
        page.postMessage({ type: 'event', event });
      }),
  });
  page.postMessage({ type: 'ended', end });
}

page.addEventListener('message', ({ data }) => {
  switch (data.type) {
    case 'start':
      presence.set(data.hidden);
      void start(data.request);
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
