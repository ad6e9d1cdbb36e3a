/** Records as text, read and written. No schema is made in this file, so that a page that only writes loads no zod. */
import { readAs } from './check.ts';
import { recordSchema, type RoundtripRecord } from './record.ts';
import { pack } from './packed.ts';
import type { Session, Turn, WrittenSession, WrittenTurns } from './session.ts';

export * from './check.ts';
export * from './names.ts';
export * from './quoted-record.ts';
export * from './record.ts';
export * from './session.ts';

/**
 * Reads a record from the text of its file.
 *
 * @param name of the text in messages: the file's path, or its source
 * @throws Error naming the file and, if it is JSON, the field, with the value got and expected
 */
export function readRecord(text: string, name: string): RoundtripRecord {
  // Frozen, so that values derived from it can be memoized.
  return Object.freeze(readAs(recordSchema, parse(text, name), name));
}

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${name}: got text that is not JSON (${reason}), expected a record`, { cause });
  }
}

/** A record as the text of its file, with a line for each session: one for each sample would double the size. */
export function writeRecord(record: RoundtripRecord): string {
  if (record.kind === 'quoted') return `${JSON.stringify(record, undefined, 2)}\n`;
  const { sessions, notices, ...head } = record;
  const lists = { sessions: sessions.map(writtenSession), notices };
  /** One item in a line. */
  const list = (items: readonly unknown[]) =>
    items.length === 0
      ? '[]'
      : `[\n${items.map((item) => `    ${JSON.stringify(item)}`).join(',\n')}\n  ]`;
  const fields = [
    JSON.stringify(head, undefined, 2).replace(/^\{\n|\n\}$/g, ''),
    ...Object.entries(lists).flatMap(([name, items]) =>
      items === undefined ? [] : [`  "${name}": ${list(items)}`],
    ),
  ];
  return `{\n${fields.join(',\n')}\n}\n`;
}

/** A session as records hold it. */
export function writtenSession({ arms, turns, ...session }: Session): WrittenSession {
  const places = new Map(arms.map(({ arm }, at) => [arm, at.toString(36)]));
  const rounds = Map.groupBy(turns, ({ round }) => round);
  const discarded = turns.flatMap((turn) =>
    turn.discardedBecause === undefined
      ? []
      : [{ ...turn, discardedBecause: turn.discardedBecause }],
  );
  return {
    ...session,
    order: [...rounds.values()]
      .map((inRound) => inRound.map(({ arm }) => places.get(arm)).join(''))
      .join(' '),
    arms: arms.map((arm) => {
      const own = turns.filter(
        (turn) => turn.arm === arm.arm && turn.discardedBecause === undefined,
      );
      return own.length === 0 ? arm : { ...arm, turns: packTurns(own) };
    }),
    ...(discarded.length === 0 ? {} : { discarded }),
  };
}

function packTurns(turns: readonly Turn[]): WrittenTurns {
  const of = (value: (turn: Turn) => number) => pack(turns.map(value));
  const [first] = turns;
  const optional = (name: 'totalUs' | 'roundTrips') =>
    first?.[name] === undefined ? {} : { [name]: of((turn) => turn[name] ?? 0) };
  return {
    samplesUs: pack(turns.flatMap(({ samplesUs }) => samplesUs)),
    ...optional('totalUs'),
    framesOut: of(({ frames }) => frames.out),
    framesIn: of(({ frames }) => frames.in),
    bytesOut: of(({ bytes }) => bytes.out),
    bytesIn: of(({ bytes }) => bytes.in),
    ...optional('roundTrips'),
    ...(first?.readings && { readings: turns.map((turn) => turn.readings ?? {}) }),
  };
}
