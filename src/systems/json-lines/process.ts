/**
 * The baseline: a line of JSON for each message, by hand. JSON has no bytes, so that a message whose one
 * payload is bytes has them in base64 and says so.
 */
import {
  type Answer,
  answer,
  Caller,
  type Callback,
  type Question,
} from '../../places/peers/by-hand.ts';
import { operationsByName } from '../../places/peers/operations.ts';
import { functionsOf } from '../../places/peers/service.ts';
import type { Transport } from '../../places/processes/transport.ts';
import { lineOf, meterStreams, readLines } from '../../links/stdio.ts';

type Message = Question | Answer | Callback;
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
  return {
    ...(message as Question),
    args: (message as Question).args.map((text) => fromBase64(text as string)),
  };
}

function toBase64({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64');
}

function fromBase64(text: string): Uint8Array {
  const { buffer, byteOffset, byteLength } = Buffer.from(text, 'base64');
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Over the pipes of a child process. */
const stdio: Transport = {
  open({ process: { stdin, stdout }, ended }, meter) {
    meterStreams(stdout, stdin, meter);
    const caller = new Caller((question) => stdin.write(lineOf(encode(question))));
    readLines<Written>(stdout, (written) => caller.take(decode(written) as Answer | Callback));
    void ended.then((how) => caller.end(new Error(how)));
    return {
      operations: operationsByName((...call) => caller.call(...call)),
      close: () => caller.end(new Error('the connection is closed')),
    };
  },
  serve(service) {
    const methods = functionsOf(service);
    readLines<Written>(process.stdin, (written) => {
      answer(methods, decode(written) as Question, (message) => {
        process.stdout.write(lineOf(encode(message)));
      });
    });
  },
};

export const transports = { stdio };
