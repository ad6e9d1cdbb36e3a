/** Frames that no client sends, drawn from a seed: what a protocol knows, bent and broken. */
import { limits } from '../../../../bench-workers/limits.ts';
import type { Draw, Fuzz, FuzzTarget } from '../../../../bench-workers/systems/draw.ts';

/** What is sent at once: text, or bytes now and then. */
export type Frame = string | Uint8Array<ArrayBuffer>;

/** One frame: a message whole, cut, broken, nested or too big; or bytes. */
export function frame(draw: Draw, { message, end = '' }: Fuzz, target: FuzzTarget): Frame {
  const text = `${JSON.stringify(message(draw, target))}${end}`;
  const chance = draw.chance();
  if (chance < 0.6) return text;
  if (chance < 0.7) return text.slice(0, draw.below(text.length));
  if (chance < 0.78) return broken(draw, text);
  if (chance < 0.84) return `${text}${text}`;
  if (chance < 0.88) return text.replaceAll('e', '\\u0065');
  if (chance < 0.92) return Uint8Array.from({ length: draw.below(200) }, () => draw.below(256));
  if (chance < 0.96) return deep(draw, text);
  if (chance < 0.998) {
    return draw.pick(['', ' ', '\n', 'ping', 'null', '[]', '{}', '0', '"', '\u2028']);
  }
  return 'x'.repeat(limits.maxMessageBytes + 1);
}

function broken(draw: Draw, text: string): string {
  const at = draw.below(text.length);
  const wrong = draw.pick(['"', '[', '}', ',', '\\', '\0', '9'.repeat(400), 'null']);
  return text.slice(0, at) + wrong + text.slice(at + 1);
}

function deep(draw: Draw, text: string): string {
  const levels = draw.pick([100, 300, 5000, 20_000]);
  const [open, close] = draw.pick([
    ['[', ']'],
    ['{"a":', '}'],
    ['[[', ']]'],
  ] as const);
  return text.replace(/null|"x+"|\d+/, `${open.repeat(levels)}1${close.repeat(levels)}`);
}
