/** The entry file of the Worker: the bench, with the libraries that it serves. */
import { carry, type Server } from '../../bench-workers/server.ts';
import { between as capnweb } from './systems/capnweb/between.ts';
import { acceptOf, allSystems, served } from './systems/index.ts';
import { between as lumenize } from './systems/lumenize/between.ts';

export { BenchObject, BudgetObject, default } from '../../bench-workers/worker.ts';

carry({
  served,
  acceptOf,
  notInstalled: allSystems.filter(
    ({ needs, versions }) => needs !== undefined && versions === undefined,
  ),
  async load(system) {
    const { server } = (await import(`./systems/${system}/server.ts`)) as { server: Server };
    return server;
  },
  between: { capnweb, lumenize },
});
