import { runStudy } from './run-study.ts';
import type { Audience, RunRequest, ThreadEnd } from './protocol.ts';
import { isHidden, Visibility, watchVisibility } from './visibility.ts';

/** Runs the request on the page itself, where there is no worker to do it. */
export async function runOnPage(request: RunRequest, audience: Audience): Promise<ThreadEnd> {
  const presence = new Visibility(isHidden());
  const unwatch = watchVisibility((hidden) => presence.set(hidden));
  try {
    return await runStudy(request, { ...audience, name: 'page', presence });
  } finally {
    unwatch();
  }
}
