/** The baseline: a hand-written line of JSON for each message. Bytes travel in base64, because JSON has none. */
import type { Readable, Writable } from 'node:stream';
import { lineOf, meterStreams, readLines } from '../../../wire/links/stdio.ts';
import {
  type Message,
  openBaseline,
  type Pipe,
  serveBaseline,
} from '../../../wire/peers/baseline.ts';
import type { ProcessSystem } from '../../../wire/processes/connect.ts';

type Written = Message & { bytes?: true };

/** A message as JSON may have it. */
function encode(message: Message): Written {
  if ('result' in message && message.result instanceof Uint8Array) {
    return { ...message, result: toBase64(message.result), bytes: true };
  }
  if ('args' in message && message.args[0] instanceof Uint8Array) {
    return { ...message, args: [toBase64(message.args[0])], bytes: true };
  }
  return message;
}

/** The message that {@link encode} was given. */
function decode({ bytes, ...message }: Written): Message {
  if (bytes === undefined) return message;
  if ('result' in message) return { ...message, result: fromBase64(message.result as string) };
  if (!('args' in message)) return message;
  return { ...message, args: message.args.map((text) => fromBase64(text as string)) };
}

function toBase64({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64');
}

function fromBase64(text: string): Uint8Array {
  const { buffer, byteOffset, byteLength } = Buffer.from(text, 'base64');
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Messages over the streams of a process. */
const pipeOver = (from: Readable, to: Writable): Pipe => ({
  post: (message) => to.write(lineOf(encode(message as Message))),
  listen: (take) => readLines<Written>(from, (written) => take(decode(written))),
});

export const open: ProcessSystem['open'] = ({ process: { stdin, stdout }, ended }, meter) => {
  meterStreams(stdout, stdin, meter);
  return openBaseline(pipeOver(stdout, stdin), ended);
};

export const serve: ProcessSystem['serve'] = (service) =>
  serveBaseline(pipeOver(process.stdin, process.stdout), service);
