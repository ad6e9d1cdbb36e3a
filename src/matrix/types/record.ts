/** The cost of types for the compiler: what `npm run types` counted, as pages show it. */
import published from '../../../content/types/results.json';
import type { RunMachine } from '../own-record.ts';

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
  /** What the compiler says of a field of a wrong type, and of a field left out. */
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
