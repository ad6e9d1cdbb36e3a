/** Payloads of any size, so many calls at once. */
import type { FreeWorkloads } from '../../../harness/plan/index.ts';
import { freeForm, freeOutline, readFree, type FreeLoad } from '../../free.ts';
import { findIn } from '../../../systems/index.ts';
import { ways } from './payloads.ts';
import { answersOf, counting, type CounterWorkload, still } from './recipe.ts';

function made(load: FreeLoad): CounterWorkload {
  const { bytes, calls } = load;
  const way = findIn('way', ways, load.way);
  // Each call has a payload of its own, in the operation as in the row of them.
  const placesOf = (place: number) => Array.from({ length: calls }, (_, at) => place * calls + at);
  return counting(
    {
      ...freeOutline(load),
      optional: true,
      alone: way.alone,
      operation: (place) => {
        const each = placesOf(place).map((at) => way.operation(bytes, at));
        return (counter) => Promise.all(each.map((call) => call(counter)));
      },
    },
    still,
    answersOf((place) => placesOf(place).map((at) => way.expected(bytes, at))),
  );
}

export const free: FreeWorkloads<CounterWorkload> = {
  form: freeForm,
  make(id) {
    const load = readFree(id);
    return load && made(load);
  },
};
