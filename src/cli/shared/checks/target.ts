import { type BenchWorld, runtimeWorld } from '../../../bench-client/world.ts';
import { callingWith } from '../identify.ts';

/** A deployment as it is asked. */
export interface Target {
  /** Origin of the pages, without a trailing slash. */
  pages: string;
  /** Origin of the bench, which is the pages’ own unless they are kept apart. */
  bench: string;
  /** Headers that every request carries: which version is to answer. */
  headers?: Readonly<Record<string, string>>;
}

/** What was found in one respect. */
export interface Check {
  name: 'commit' | 'pages' | 'headers' | 'arms' | 'storage';
  ok: boolean;
  /** A sentence: what holds, or each thing that does not with the value got and the one expected. */
  found: string;
  /** The commit that answered, of the check of the commit. */
  commit?: string;
  /** Of the check of the arms: how many were asked, and which did not answer. */
  asked?: number;
  silent?: Array<{ arm: string; why: string }>;
}

/** This runtime, with the target’s headers on each request and each socket. */
export function worldOf({
  bench,
  headers = {},
}: Pick<Target, 'bench' | 'headers'>): BenchWorld & { through: ReturnType<typeof callingWith> } {
  return { ...runtimeWorld(bench), through: { origin: bench, ...callingWith(headers) } };
}

/** Sums up: the sentence where nothing is wrong, else what is. */
export function checked(name: Check['name'], wrong: readonly string[], right: string): Check {
  return { name, ok: wrong.length === 0, found: wrong.length === 0 ? right : wrong.join('; ') };
}
