/** Names of what a course of memory reads, in the order of the course. */
export const points = ['rest', 'after-calls', 'under-payloads', 'after-payloads', 'end'] as const;
export type Point = (typeof points)[number];

export const sides = ['caller', 'server'] as const;
export type Side = (typeof sides)[number];

/** Who counts: the operating system, or the runtime by its own API. */
export const counters = ['system', 'runtime'] as const;
export type Counter = (typeof counters)[number];

/** `server/rest/system`, under which a record has the bytes. */
export type ReadingName = `${Side}/${Point}/${Counter}`;

export const readingName = (side: Side, point: Point, counter: Counter): ReadingName =>
  `${side}/${point}/${counter}`;

export const readingNames: readonly ReadingName[] = sides.flatMap((side) =>
  points.flatMap((point) => counters.map((counter) => readingName(side, point, counter))),
);
