/** Records as text. It knows the schemas as types alone: what writes in a browser loads no zod. */
import { pack } from './packed.ts';
import type { RoundtripRecord } from './record.ts';
import type { Session, Turn, WrittenSession, WrittenTurns } from './session.ts';

/**
 * A record as the text of its file. The sessions of a measured record stand one in a line, each
 * field else as JSON indents it: a line for each sample would double the size.
 */
export function writeRecord(record: RoundtripRecord): string {
  if (record.kind === 'quoted') return `${JSON.stringify(record, undefined, 2)}\n`;
  const { pilots, looks, sessions, notices, ...head } = record;
  return textOf(head, { pilots, looks, sessions: sessions.map(writtenSession), notices });
}

/** @param lists what stands one in a line */
function textOf(head: object, lists: Record<string, readonly unknown[] | undefined>): string {
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
    turn.void === undefined ? [] : [{ ...turn, void: turn.void }],
  );
  return {
    ...session,
    order: [...rounds.values()]
      .map((inRound) => inRound.map(({ arm }) => places.get(arm)).join(''))
      .join(' '),
    arms: arms.map((arm) => {
      const own = turns.filter((turn) => turn.arm === arm.arm && turn.void === undefined);
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
