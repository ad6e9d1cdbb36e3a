/** A sitting whose launches take no time: for tests that kill it. */
import { setTimeout as wait } from 'node:timers/promises';
import { runSitting } from '../../sitting.ts';
import { madeUpLaunch, planOf, provenance } from '../made-up.ts';

const [out = '', launches = ''] = process.argv.slice(2);
await runSitting({
  plans: [planOf('one', Number(launches)), planOf('two', Number(launches))],
  root: process.cwd(),
  out,
  seed: 7,
  look: async () => provenance,
  goesOnBusy: true,
  signal: new AbortController().signal,
  async take({ seed }) {
    await wait(10);
    return madeUpLaunch(seed);
  },
});
