/** Sessions of a record: fresh connections and objects of all arms for one workload, and their turns. */
import { z } from 'zod';
import { unpack } from './packed.ts';

export const count = z.int().min(0);
const microseconds = z.int().min(0);
const traffic = z.strictObject({
  /** Sent by the client. */
  out: count,
  /** Received by the client. */
  in: count,
});

/** Reasons to leave a turn out of the statistics. It stays in the record. */
const discardReasons = [
  'check',
  'closed',
  'connect',
  'error',
  'hidden',
  'kept',
  'stalled',
] as const;
export type DiscardReason = (typeof discardReasons)[number];

/** Whole numbers by their names. */
const readings = z.record(z.string().min(1), count);
export type Readings = z.infer<typeof readings>;

const discardFields = {
  /** Why a turn, or an arm’s whole session, is discarded; absent if it counts. */
  discardedBecause: z.enum(discardReasons).optional(),
  /** The value got and the one expected, if it is discarded. */
  detail: z.string().optional(),
};

/** Arm: `lumenize/hibernating`, or `control`. */
const armId = z.string().min(1);

const turnSchema = z.strictObject({
  /** Round of its session, from 0. */
  round: count,
  arm: armId,
  /** Duration of each operation, in µs: in the order they began, or in ascending order if they overlap. */
  samplesUs: z.array(microseconds),
  /** Time from first start to last end, in µs, if operations overlap or are timed as one; else the samples’ sum. */
  totalUs: microseconds.optional(),
  /** Frames during the timed operations. */
  frames: traffic,
  /** Payload bytes of those frames, before any compression on the way. */
  bytes: traffic,
  /** How often the client had to wait for a frame after it had sent one. */
  roundTrips: count.optional(),
  /** Other readings, by name: bytes of memory, for one. */
  readings: readings.optional(),
  ...discardFields,
});
/** An arm’s operations of one round, nothing of another arm under way. */
export type Turn = z.infer<typeof turnSchema>;

/** Packed whole numbers, read as a list. */
const packedSchema = z.string().transform((text, context) => {
  const values = unpack(text);
  if (values !== undefined) return values;
  const message = 'expected packed whole numbers, such as "8c 8d*3" in base 36';
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

/** How busy the client was during a session. */
const clientLoadSchema = z.strictObject({
  /** Part of the time in which the client’s event loop had nothing to do, from 0 to 1, if the runtime tells it. */
  idle: z.number().min(0).max(1).optional(),
  /** Part of all processors’ time that any program used, from 0 to 1, if the runtime tells it. */
  system: z.number().min(0).max(1).optional(),
});

const armSchema = z.strictObject({
  arm: armId,
  /** Time from beginning to open the connection to its being open, in µs. Absent when it never opened. */
  connectUs: microseconds.optional(),
  /** Extensions that were negotiated, empty when none were. Absent of a channel that negotiates none. */
  extensions: z.string().optional(),
  /** Version of HTTP that its requests went over, such as `h2`; if the runtime tells it. */
  protocol: z.string().min(1).optional(),
  /** Operations before the first turn, of those that lead in to turns none. */
  warmUp: count,
  /** Of the arm’s whole session: it did not connect, or its outcome was wrong. */
  ...discardFields,
});

/** Of each turn of an arm that was not discarded, in their order. */
const turnsSchema = z.strictObject({
  /** Of all turns, one after the other: as many of each as `operations` says. */
  samplesUs: packedSchema,
  totalUs: packedSchema.optional(),
  framesOut: packedSchema,
  framesIn: packedSchema,
  bytesOut: packedSchema,
  bytesIn: packedSchema,
  roundTrips: packedSchema.optional(),
  /** Other readings of each turn, by name. */
  readings: z.array(readings).optional(),
});

/** The turns that went wrong, in full. */
const discardedSchema = turnSchema.extend({ discardedBecause: z.enum(discardReasons) });

const writtenSchema = z.strictObject({
  workload: z.string().min(1),
  /** Its place among the sessions of its workload, from 0. */
  session: count,
  /** Number of the opening, from 0, whose connections it shared with other workloads; absent if they were its own. */
  opening: count.optional(),
  /** Timed operations of each turn, the same for all arms. */
  operations: z.int().min(1),
  /**
   * Time to open all connections, side by side, and to check the outcome, in µs. Shared connections open
   * in the first session that has them.
   */
  openUs: microseconds,
  /** Time to warm up, in µs. */
  warmUpUs: microseconds,
  /** Time of all turns with what lies between them, in µs. */
  turnsUs: microseconds,
  load: clientLoadSchema.optional(),
  /** The turns in order: a word for each round, a character for each turn, the arm’s place in `arms` in base 36. */
  order: z
    .string()
    .regex(/^([0-9a-z]+( [0-9a-z]+)*)?$/, {
      error: 'expected a word of places for each round, such as "201 012"',
    }),
  arms: z.array(armSchema.extend({ turns: turnsSchema.optional() })).max(36),
  discarded: z.array(discardedSchema).optional(),
});

export const sessionSchema = writtenSchema.transform((written, context): Session => {
  const { order, arms, discarded = [], ...session } = written;
  const fail = (path: Array<string | number>, expected: string) => {
    context.addIssue({ code: 'custom', path, message: `expected ${expected}` });
    return z.NEVER;
  };
  const parts = arms.map(({ turns: packed, ...arm }) => {
    return { arm, packed, read: turnsOf(packed, session.operations), counted: 0 };
  });
  const left = new Set(discarded);
  const turns: Turn[] = [];
  for (const [round, places] of order.split(' ').entries()) {
    for (const place of places) {
      const part = parts[parseInt(place, 36)];
      if (part === undefined) {
        return fail(['order'], `places from 0 to ${arms.length - 1}, those of its arms`);
      }
      const { arm } = part.arm;
      const wrong = discarded.find((each) => each.round === round && each.arm === arm);
      if (wrong !== undefined) left.delete(wrong);
      else part.counted += 1;
      turns.push(wrong ?? part.read(round, arm));
    }
  }
  for (const [at, { packed, counted }] of parts.entries()) {
    const lengths = lengthsOf(packed, session.operations);
    const odd = lengths.find(({ length, each }) => length !== counted * each);
    if (odd === undefined) continue;
    const expected = `${counted * odd.each} numbers, for ${counted} turns of the order`;
    return fail(['arms', at, 'turns', odd.name], expected);
  }
  const [stray] = left;
  if (stray !== undefined) {
    return fail(['discarded', discarded.indexOf(stray)], 'a turn that stands in the order, once');
  }
  return { ...session, arms: parts.map(({ arm }) => arm), turns };
});

/** An arm’s part in a session. */
export type ArmSession = z.infer<typeof armSchema>;
export type ClientLoad = z.infer<typeof clientLoadSchema>;

type Written = z.infer<typeof writtenSchema>;

/** A session with its turns one by one. */
export interface Session extends Omit<Written, 'order' | 'arms' | 'discarded'> {
  arms: ArmSession[];
  /** In the order they ran. */
  turns: Turn[];
}

type PackedTurns = z.infer<typeof turnsSchema>;

/** A session as records hold it. */
export type WrittenSession = z.input<typeof sessionSchema>;
/** An arm’s turns as records hold them. */
export type WrittenTurns = z.input<typeof turnsSchema>;

/** How many numbers an arm’s lists have, and how many of them belong to a turn. */
function lengthsOf(packed: PackedTurns | undefined, operations: number) {
  if (packed === undefined) return [{ name: 'samplesUs', length: 0, each: operations }];
  return Object.entries(packed).map(([name, values = []]) => {
    return { name, length: values.length, each: name === 'samplesUs' ? operations : 1 };
  });
}

/** Gives an arm’s turns one after the other. */
function turnsOf(packed: PackedTurns | undefined, operations: number) {
  let at = -1;
  const [frames, bytes] = [sharedWays(), sharedWays()];
  return (round: number, arm: string): Turn => {
    at += 1;
    const of = (values: readonly number[] = []) => values[at] ?? 0;
    const optional = (name: 'totalUs' | 'roundTrips') =>
      packed?.[name] === undefined ? {} : { [name]: of(packed[name]) };
    return {
      round,
      arm,
      samplesUs: packed?.samplesUs.slice(at * operations, (at + 1) * operations) ?? [],
      ...optional('totalUs'),
      frames: frames(of(packed?.framesOut), of(packed?.framesIn)),
      bytes: bytes(of(packed?.bytesOut), of(packed?.bytesIn)),
      ...optional('roundTrips'),
      ...(packed?.readings?.[at] && { readings: packed.readings[at] }),
    };
  };
}

/** Gives what went out and came in. Turns hardly ever differ in it, and those that follow share one object. */
function sharedWays(): (out: number, received: number) => Turn['frames'] {
  let last: Turn['frames'] | undefined;
  return (out, received) => {
    if (last?.out !== out || last.in !== received) last = { out, in: received };
    return last;
  };
}
