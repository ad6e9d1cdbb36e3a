import type { Request } from '../clients/request.ts';
import type { Link } from './link.ts';

/** How long a rate is looked for, in ms. */
const LOOKING_MS = 300;

/** Operations a second that a closed loop of these clients reaches, once it has run for as long untimed. */
export async function rateOf(links: readonly Link[], requestOf: () => Request): Promise<number> {
  const once = async (): Promise<number> => {
    const startedAt = performance.now();
    let done = 0;
    const run = async (link: Link): Promise<void> => {
      while (performance.now() - startedAt < LOOKING_MS) {
        await link.call(requestOf());
        done += 1;
      }
    };
    await Promise.all(links.map(run));
    return (done * 1000) / (performance.now() - startedAt);
  };
  await once();
  return once();
}
