/** What is asked, made before anything is timed: as fields for gRPC, and as bytes for the baselines. */
import { randomInt } from 'node:crypto';
import { create, type DescMessage, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import { PointSchema, RectangleSchema, RouteNoteSchema } from '../gen/route_guide_pb.ts';
import { prefixed } from '../prefixed.ts';
import { everywhere, features, type Place } from '../route-guide.ts';
import { type Kind, NOTES, PADDED_TO, POINTS } from '../specs.ts';

export interface Request {
  kind: Kind;
  /** Messages as gRPC’s libraries take them; none where they are padded. */
  fields: readonly object[];
  /** The same messages as they are sent, with prefixes, in as many writes. */
  pieces: readonly Buffer[];
  /** All of {@link pieces}. */
  bytes: number;
  /** How many messages those are. */
  messages: number;
  /** What of the answers matters: names, texts of notes, or the count of points. */
  expected: readonly string[];
}

function requestOf<Desc extends DescMessage>(
  kind: Kind,
  schema: Desc,
  fields: ReadonlyArray<MessageInitShape<Desc> & object>,
  expected: readonly string[],
): Request {
  const body = Buffer.concat(
    fields.map((each) => prefixed(toBinary(schema, create(schema, each)))),
  );
  const { length: messages } = fields;
  return { kind, fields, pieces: [body], bytes: body.length, messages, expected };
}

const names = features.map(({ name }) => name);
const [first] = features;
if (first === undefined) throw new RangeError('features.json: got none, expected some');

const pointAt = (at: number): Place => ({
  latitude: 400_000_000 + at * 1_000_000,
  longitude: -740_000_000 - at * 1_000_000,
});

export const getFeature = requestOf('unary', PointSchema, [first.location], [first.name]);
export const listFeatures = requestOf('server-streaming', RectangleSchema, [everywhere], names);
export const recordRoute = requestOf(
  'client-streaming',
  PointSchema,
  Array.from({ length: POINTS }, (_, at) => pointAt(at)),
  [String(POINTS)],
);

/** A note for each text, at a place each or at one that is given. */
export function routeChat(
  texts: readonly string[],
  at: (text: number) => Place,
  expected = texts,
): Request {
  const notes = texts.map((message, text) => ({ location: at(text), message }));
  return requestOf('bidirectional', RouteNoteSchema, notes, expected);
}

/** A place that nobody has left a note at: one of 2⁶⁰, all of which take as many bytes. */
export function freshPlace(): Place {
  const draw = () => randomInt(2 ** 28, 2 ** 31);
  return { latitude: draw(), longitude: draw() };
}

/** As many notes as a call has, each at a fresh place. */
export function freshNotes(): Request {
  const texts = Array.from({ length: NOTES }, (_, at) => `note ${at + 1}`);
  return routeChat(texts, freshPlace);
}

/** Tag of field 15, length-delimited: `15 << 3 | 2`. No point has it, so that it is skipped. */
const UNKNOWN_FIELD = 0x7a;
/** The tag, and a length of two bytes, which holds for paddings of 128 to 16,383 bytes. */
const PADDING_HEAD = 3;

/**
 * A route whose points are padded.
 *
 * @param bytes of all its messages together, without their prefixes
 * @throws RangeError unless points of {@link PADDED_TO} bytes make that up
 */
export function paddedRoute(bytes: number): Request {
  const messages = bytes / PADDED_TO;
  if (!Number.isInteger(messages) || messages < 1) {
    throw new RangeError(`bytes: got ${bytes}, expected a multiple of ${PADDED_TO}`);
  }
  const point = toBinary(PointSchema, create(PointSchema, pointAt(0)));
  const padding = PADDED_TO - point.length - PADDING_HEAD;
  const message = Buffer.alloc(PADDED_TO);
  message.set(point);
  message.set([UNKNOWN_FIELD, (padding & 0x7f) | 0x80, padding >> 7], point.length);
  const piece = prefixed(message);
  return {
    kind: 'client-streaming',
    fields: [],
    pieces: Array.from({ length: messages }, () => piece),
    bytes: messages * piece.length,
    messages,
    expected: [String(messages)],
  };
}

const told: Readonly<Record<Kind, (words: readonly string[]) => string>> = {
  unary: ([name]) => `the name ${JSON.stringify(name)}`,
  'server-streaming': (words) => `${words.length} features, from ${JSON.stringify(words[0])}`,
  'client-streaming': ([points]) => `${points} points`,
  bidirectional: (words) => `the notes ${words.map((word) => JSON.stringify(word)).join(', ')}`,
};

/**
 * Looks at what a call was answered with.
 *
 * @returns what was got and expected, or nothing where it is right
 */
export function wrongIn({ kind, expected }: Request, words: readonly string[]): string | undefined {
  // Nothing says in which order features come.
  const ordered = (list: readonly string[]) =>
    kind === 'server-streaming' ? list.toSorted() : list;
  const right = ordered(expected);
  const got = ordered(words);
  if (got.length === right.length && right.every((word, at) => word === got[at])) return undefined;
  const answer = words.length === 0 ? 'no messages' : told[kind](words);
  return `got ${answer}, expected ${told[kind](expected)}`;
}
