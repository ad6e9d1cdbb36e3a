/**
 * Asks arms of the study of windows and workers each of its workloads once. Bundled by its test,
 * and run in a page of the site.
 */
import { timersHere } from '../wire/bench-client/world.ts';
import type { Connection, Workload } from '../core/plan/index.ts';
import type { PeerOperations } from '../wire/peers/operations.ts';
import { study } from '../libraries/studies/page-to-worker/study.ts';

type Asked = Connection<PeerOperations>;
type Each = Workload<PeerOperations>;

/** Longest that an answer is waited for that should not come, in ms. */
const LOST_MS = 2000;
/** More calls or bytes than this are for workers alone: some systems take seconds, in any place. */
const MOST_BYTES = 1_000_000;
const MOST_CALLS = 1000;

/** What is wrong with what one workload got over an open connection; undefined where nothing is. */
async function askOnce(workload: Each, connection: Asked) {
  const { operations } = connection;
  const [before, passed] = [await operations.answered(), await operations.passed()];
  const answer = await workload.operation(0)(operations);
  const counting: PeerOperations = {
    ...operations,
    answered: async () => (await operations.answered()) - before,
    passed: async () => (await operations.passed()) - passed,
  };
  return workload.wrong([answer], 0) ?? (await workload.check(counting, 1));
}

/** What is wrong with an arm: what it should have answered, and what it did and should not have. */
async function askArm(arm: (typeof study.arms)[number]): Promise<string[]> {
  const wrong: string[] = [];
  const open = await arm.load();
  const world = timersHere();
  const { deadlineMs } = study;
  const lost = (how: string) => wrong.push(how);
  const meter = { count: () => undefined, opened: () => undefined, lost };
  const connection = await open({ object: world.freshObject(), meter, deadlineMs });
  // Silences are waited for together, after all that is answered.
  const unanswered: Array<Promise<void>> = [];
  const inWorker = arm.id.endsWith('/worker');
  const lacks = ({ id }: Each) => arm.cannot?.[id] !== undefined;
  const inOrder = study.workloads.toSorted(
    (one, other) => Number(lacks(one)) - Number(lacks(other)),
  );
  for (const workload of inOrder) {
    const { bytesPerOperation = 0, callsPerOperation = 1 } = workload;
    const heavy = bytesPerOperation > MOST_BYTES || callsPerOperation > MOST_CALLS;
    if (heavy && !inWorker) continue;
    const outcome = askOnce(workload, connection).catch(String);
    if (!lacks(workload)) {
      const why = await outcome;
      if (why !== undefined) wrong.push(`${workload.id}: ${why}`);
      continue;
    }
    const silence = new Promise<string>((resolve) =>
      world.after(LOST_MS, () => resolve('no answer')),
    );
    unanswered.push(
      Promise.race([outcome, silence]).then((why) => {
        if (why === undefined) wrong.push(`${workload.id}: got its answer, expected none`);
      }),
    );
  }
  await Promise.all(unanswered);
  connection.close();
  return wrong;
}

/** @param arms ids of those that are asked */
export async function askArms(arms: readonly string[]) {
  const wrong: Record<string, string[]> = {};
  const asked = study.arms.filter(({ id }) => arms.includes(id));
  // Some wait for answers that must not come: places do so at the same time, arms of one after each other.
  const places = Map.groupBy(asked, ({ id }) => id.split('/')[1]);
  const asking = [...places.values()].map(async (here) => {
    for (const arm of here) wrong[arm.id] = await askArm(arm);
  });
  await Promise.all(asking);
  return { wrong, frames: document.querySelectorAll('iframe').length };
}
