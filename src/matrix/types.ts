/** The cost of types for the compiler: routers that `npm run types` counts, and what it found, as pages show it. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import published from '../../content/types/results.json';
import { readAs } from '../core/record/index.ts';
import type { RunMachine } from './own-record.ts';

/** Procedures of the routers that are counted. */
export const sizes = [20, 100, 400] as const;

/** Packages and flags. TypeScript 7 has one thread, so that its counts repeat and both compilers work alike. */
export const compilers = { '5.9': ['typescript'], '7': ['typescript-7', '--singleThreaded'] };
export type Compiler = keyof typeof compilers;

/** A router of content/types/routers.yaml, checked by one compiler. */
export interface TypesRow {
  id: string;
  system?: string;
  zod?: boolean;
  note?: string;
  compiler: Compiler;
  /** Type instantiations of server and client, by size. */
  instantiations: number[];
  /** Processor time of a check of the largest ÷ that of the plain interface: median, least, most. */
  ratio: number[];
  megabytes: number;
  /** The compiler’s messages for a field of a wrong type, and for a field left out. */
  complaints: string[];
}

export interface TypesRecord {
  startedAt: string;
  repeats: number;
  environment: Omit<RunMachine, 'loadAverage'> & { loadAverage: number[] };
  rows: TypesRow[];
}

export const publishedTypes = published as TypesRecord;

/** Type instantiations of one more procedure: the slope between the two largest sizes. */
export const perProcedure = ({ instantiations: [, some = 0, many = 0] }: TypesRow): number =>
  (many - some) / (sizes[2] - sizes[1]);

/** Those of the library: without the slope of a plain interface whose inputs are of zod, where it uses zod. */
export function withoutZod(row: TypesRow, rows: readonly TypesRow[]): number {
  const zod = rows.find(({ id, compiler }) => id === 'plain-zod' && compiler === row.compiler);
  return perProcedure(row) - (row.zod && zod ? perProcedure(zod) : 0);
}

// Routers of many procedures in the idiom of each library, and clients that call every one: text for the compiler.

const FILE = 'content/types/routers.yaml';
/** Procedures of one part. */
const PART = 20;

const text = z.string().min(1);
const code = text.default('');
const row = { system: text.optional(), zod: z.literal(true).optional(), note: text.optional() };
const codes = { server: text, part: code, router: code, client: text, call: text };
const router = z.strictObject({ ...row, ...codes });
const schema = z.strictObject({
  words: z.record(text, text),
  mistakes: z.tuple([text, text]),
  routers: z.record(text, router),
});

/** Every router by its id. @throws Error naming the field of the file that is wrong */
export const readRouters = () => readAs(schema, parse(readFileSync(FILE, 'utf8')), FILE);

/** A text whose lines with a word stand once for each of the names. */
function repeated(code: string, word: string, names: readonly string[]): string {
  const repeat = (line: string) => names.map((name) => line.replaceAll(word, name));
  return code.replaceAll(/.+/g, (line) => (line.includes(word) ? repeat(line).join('\n') : line));
}

/** Files of a router of so many procedures, with a client that calls each of them, or makes the mistakes. */
export function filesOf(of: z.infer<typeof router>, size: number, hasMistakes: boolean) {
  const { words, mistakes } = readRouters();
  const names = Array.from({ length: size }, (_, at) => `order${at}`);
  const parts = [...Map.groupBy(names, (_, at) => `part${Math.floor(at / PART)}`)];
  const each = parts.map(([own, its]) => repeated(of.part.replaceAll('$PART', own), '$NAME', its));
  const joined = repeated(of.router, '$PART', [...new Map(parts).keys()]);
  const served = [repeated(of.server, '$NAME', names), ...each, repeated(joined, '$NAME', names)];
  const calls = parts.flatMap(([own, its]) =>
    its.map((name) => `sum += ${of.call.replace('$PART', own).replace('$NAME', name)}.total;`),
  );
  const wrong = mistakes.map((input) => calls[0]?.replace('$ARGUMENT', input));
  const filled = (lines: ReadonlyArray<string | undefined>) =>
    lines.join('\n').replaceAll(/\$[A-Z]+/g, (word) => words[word] ?? word);
  return {
    'server.ts': filled(served),
    'client.ts': filled([of.client, 'export let sum = 0;', ...(hasMistakes ? wrong : calls)]),
    'tsconfig.json': '{ "extends": "../../content/types/options.json", "files": ["client.ts"] }',
  };
}
