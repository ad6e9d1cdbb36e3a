import type { Kit } from '../../../bench-workers/between/probes/kit.ts';
import { fail, pass, until } from '../kit/outcome.ts';
import type { Outcome } from '../question.ts';

/** Passes when the called object notes this sooner or later. */
export async function heard({ observer }: Kit, what: string): Promise<Outcome> {
  const came = await until(async () => (await observer.log()).includes(what));
  return came ? pass('it hears of it') : fail('it hears nothing');
}
