/** Routers of many procedures in the idiom of each library, and clients that call every one: text for the compiler. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { readAs } from '../../core/record/index.ts';

const FILE = 'content/types/routers.yaml';
/** Procedures of one part. */
const PART = 20;

const text = z.string().min(1);
const code = text.default('');
const row = { system: text.optional(), zod: z.literal(true).optional(), note: text.optional() };
const router = z.strictObject({
  ...row,
  ...{ server: text, part: code, router: code, client: text, call: text },
});
const schema = z.strictObject({
  words: z.record(text, text),
  mistakes: z.tuple([text, text]),
  routers: z.record(text, router),
});

/** Every router by its id. @throws Error naming the field of the file that is wrong */
export const readRouters = () => readAs(schema, parse(readFileSync(FILE, 'utf8')), FILE);
export type Router = z.infer<typeof router>;

/** A text whose lines with a word stand once for each of the names. */
function repeated(code: string, word: string, names: readonly string[]): string {
  const repeat = (line: string) => names.map((name) => line.replaceAll(word, name));
  return code.replaceAll(/.+/g, (line) => (line.includes(word) ? repeat(line).join('\n') : line));
}

/** Its server of so many procedures, a client that calls each of them, and a client that makes the mistakes. */
export function filesOf({ server, part, router: whole, client, call }: Router, size: number) {
  const { words, mistakes } = readRouters();
  const names = Array.from({ length: size }, (_, at) => `order${at}`);
  const parts = [...Map.groupBy(names, (_, at) => `part${Math.floor(at / PART)}`)];
  const split = parts.map(([own, its]) => repeated(part.replaceAll('$PART', own), '$NAME', its));
  const joined = repeated(whole, '$PART', [...parts.map(([own]) => own)]);
  const served = [repeated(server, '$NAME', names), ...split, repeated(joined, '$NAME', names)];
  const calls = parts.flatMap(([own, its]) =>
    its.map((name) => `sum += ${call.replace('$PART', own).replace('$NAME', name)}.total;`),
  );
  const [first = ''] = calls;
  const wrong = mistakes.map((input) => first.replace('$ARGUMENT', input));
  const filled = (lines: readonly string[]) =>
    lines.join('\n').replaceAll(/\$[A-Z]+/g, (word) => words[word] ?? word);
  const clientOf = (made: readonly string[]) => filled([client, 'export let sum = 0;', ...made]);
  return {
    'server.ts': filled(served),
    'client.ts': clientOf(calls),
    'mistaken.ts': clientOf(wrong),
  };
}
