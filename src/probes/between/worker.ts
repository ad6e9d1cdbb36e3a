/**
 * The Worker whose objects ask each other. `npm run probe` serves it beside the bench, and nothing
 * deploys it: it loses objects on purpose.
 */
import { type AskingEnv, AskingObject } from '../../../bench-workers/between/probes/caller.ts';
import { wayIds } from '../../../bench-workers/between/probes/kit.ts';
import { outcomeOf } from '../kit/outcome.ts';
import { runOf } from '../question.ts';
import { betweenProbes } from './groups.ts';

export { AskedObject } from '../../../bench-workers/between/probes/callee.ts';

/** An object asks: each question in one that nobody has used. */
export class BetweenObject extends AskingObject {
  override async fetch(request: Request): Promise<Response> {
    const [, probeId, wayId] = new URL(request.url).pathname.split('/');
    const probe = betweenProbes.find(({ id }) => id === probeId);
    const way = wayIds.find((id) => id === wayId);
    if (probe === undefined || way === undefined)
      return new Response('no such question', { status: 404 });
    return Response.json(await outcomeOf(() => runOf(probe, way)(this.kitOf(way))));
  }
}

export default {
  fetch: (request, { CALLER }) => CALLER.get(CALLER.newUniqueId()).fetch(request),
} satisfies ExportedHandler<AskingEnv>;
