import type { Workload } from '../../harness/plan/index.ts';
import type { WindowOperations } from '../../places/windows/service.ts';
import { asking } from '../../places/peers/workloads.ts';

/** An object of types that JSON lacks, one inside another. */
interface Rich {
  name: string;
  when: Date;
  large: bigint;
  counts: Map<string, number>;
  tags: Set<string>;
  bytes: Uint8Array;
  floats: Float64Array;
  inside: { list: Array<{ at: number; when: Date }> };
}

/** Another one at each place. */
function richAt(place: number): Rich {
  const when = new Date(Date.UTC(2026, 0, 1) + place * 86_400_000);
  return {
    name: `object ${place}`,
    when,
    large: 2n ** 70n + BigInt(place),
    counts: new Map([
      ['first', place],
      ['second', place * 2],
    ]),
    tags: new Set(['red', `tag ${place}`]),
    bytes: Uint8Array.from({ length: 16 }, (_, index) => (place * 31 + index * 7) % 256),
    floats: Float64Array.from({ length: 4 }, (_, index) => place + index / 4),
    inside: { list: [{ at: place, when }] },
  };
}

/** The first field that did not survive, in words; undefined when all did. */
function difference(answer: unknown, place: number): string | undefined {
  if (typeof answer !== 'object' || answer === null) {
    return `got ${String(answer)}, expected an object`;
  }
  const expected = richAt(place);
  const { name, when, large, counts, tags, bytes, floats, inside } = answer as Partial<
    Record<keyof Rich, unknown>
  >;
  const [item] = (inside as Partial<Rich['inside']> | undefined)?.list ?? [];
  const isDay = (value: unknown): boolean =>
    value instanceof Date && value.getTime() === expected.when.getTime();
  const survived: Record<keyof Rich, boolean> = {
    name: name === expected.name,
    when: isDay(when),
    large: large === expected.large,
    counts: counts instanceof Map && same([...counts].flat(), [...expected.counts].flat()),
    tags: tags instanceof Set && same([...tags], [...expected.tags]),
    bytes: bytes instanceof Uint8Array && same([...bytes], [...expected.bytes]),
    floats: floats instanceof Float64Array && same([...floats], [...expected.floats]),
    inside: item?.at === place && isDay(item.when),
  };
  const lost = Object.entries(survived).find(([, whole]) => !whole)?.[0];
  return lost === undefined ? undefined : `its field ${lost} did not come back as it was sent`;
}

function same(got: readonly unknown[], expected: readonly unknown[]): boolean {
  return got.length === expected.length && got.every((value, index) => value === expected[index]);
}

export const structured: Workload<WindowOperations> = asking<WindowOperations>(
  {
    id: 'structured',
    label: 'An object with Map, Set, Date, BigInt and typed arrays',
    question: 'How long does a call take whose argument and answer are more than JSON?',
    spoken: 'a call with more than JSON in it',
    group: 'Values and objects',
    optional: true,
    operation(place) {
      const given = richAt(place);
      return (peer) => peer.echo(given);
    },
  },
  difference,
);
