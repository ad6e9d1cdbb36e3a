/**
 * The baseline’s messages: a line of JSON each. JSON has no bytes, so that a message whose one payload
 * is bytes has them in base64 and says so.
 */
import type { Answer, Callback, Question } from '../by-hand.ts';

type Message = Question | Answer | Callback;
export type Written = Message & { bytes?: true };

/** A message as JSON may have it. */
export function encode(message: Message): Written {
  if ('result' in message && message.result instanceof Uint8Array) {
    return { ...message, result: toBase64(message.result), bytes: true };
  }
  if ('args' in message && message.args[0] instanceof Uint8Array) {
    return { ...message, args: [toBase64(message.args[0])], bytes: true };
  }
  return message;
}

/** What {@link encode} was given. */
export function decode({ bytes, ...message }: Written): Message {
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
