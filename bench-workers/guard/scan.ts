/** Looks over the text of a message without parsing it. What stands inside its texts is passed over. */

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Which limit a JSON passes that has too many values or nests too deep; undefined for others. Stops at the first value too many. Of what is
 * no JSON it says something too: that is for whoever parses it.
 */
export function limitPassed(
  text: string,
  most: { depth: number; values: number },
): 'depth' | 'values' | undefined {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfText(text, at);
    } else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      depth += 1;
      values += 1;
      if (depth > most.depth) return 'depth';
      if (values > most.values) return 'values';
    } else if (code === COMMA) {
      values += 1;
      if (values > most.values) return 'values';
    } else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) {
      depth -= 1;
    }
  }
  return undefined;
}

/** Place of the quotation mark that ends the text which begins at one; the end where none does. */
function endOfText(text: string, start: number): number {
  for (let from = start + 1; ;) {
    const quote = text.indexOf('"', from);
    if (quote < 0) return text.length;
    let before = quote - 1;
    while (before >= from && text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((quote - 1 - before) % 2 === 0) return quote;
    from = quote + 1;
  }
}

/** Longest text that {@link skeleton} leaves as it is, in characters. */
const SHORT = 1024;
/** What stands for a longer one, before its length and its place: no two are alike, for they may be keys. */
const LONG = '\0text of ';

/**
 * The same JSON with its long texts replaced by their lengths, so that parsing it costs next to
 * nothing where a message is large because of its texts.
 */
export function skeleton(text: string): string {
  if (text.length <= SHORT) return text;
  const parts: string[] = [];
  let kept = 0;
  for (let at = text.indexOf('"'); at >= 0;) {
    const end = endOfText(text, at);
    if (end - at - 1 > SHORT) {
      parts.push(text.slice(kept, at), JSON.stringify(`${LONG}${end - at - 1} at ${at}`));
      kept = end + 1;
    }
    at = text.indexOf('"', end + 1);
  }
  return parts.length === 0 ? text : `${parts.join('')}${text.slice(kept)}`;
}

/** Length of a text as it was before {@link skeleton}. */
export function lengthOf(text: string): number {
  if (!text.startsWith(LONG)) return text.length;
  // A client can write the same, and no less than there is of it.
  return Math.max(parseInt(text.slice(LONG.length), 10) || 0, text.length);
}

/** The JSON of a text whose long texts do not matter; undefined for what is no JSON. */
export function parseSkeleton(text: string): unknown {
  try {
    return JSON.parse(skeleton(text));
  } catch {
    return undefined;
  }
}

/** Whether a value is an object of JSON. */
export function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
