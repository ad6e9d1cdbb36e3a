/**
 * The answer of an entry in one sentence, made from its records. Nothing is ranked inside the
 * noise: what a run could not decide is counted as undecided, what its twin moved as noise.
 */
import type { Mark } from '../figures/figure.ts';
import { measuredClauses } from './answers-measured.ts';
import { hangClauses, ratioClauses } from './answers-quoted.ts';
import type { EntryPage } from './entry-data.ts';

/** What the sentence is made from. */
export type Answering = Pick<EntryPage, 'study' | 'names' | 'reference' | 'runs' | 'quoted'>;

/** An answer ready to be shown. */
export interface Answer {
  /** One sentence, with its full stop. */
  text: string;
  /** The same in its parts, which may stand under each other; with a space between them it is the sentence. */
  clauses: string[];
  /** Where its numbers come from. */
  mark: Mark;
}

/** What an entry answers; undefined for one that compares nothing. */
export function answerOf(page: Answering): Answer | undefined {
  const measured = measuredClauses(page);
  if (measured.length > 0) return { ...sentence(measured), mark: 'derived' };
  const hangs = hangClauses(page);
  const ratios = ratioClauses(page);
  const clauses = [...hangs, ...ratios];
  const last = clauses.pop();
  if (last === undefined) return undefined;
  const ending = ratios.length === 0 ? last : `${last} (no interval)`;
  return {
    ...sentence([...clauses.map((clause) => `${clause};`), ending]),
    mark: ratios.length === 0 ? 'quoted' : 'derived',
  };
}

/** A sentence of its clauses, which carry the marks between them. */
function sentence(parts: readonly string[]): Pick<Answer, 'text' | 'clauses'> {
  const joined = `${parts.join('\n')}.`;
  const clauses = `${joined.charAt(0).toUpperCase()}${joined.slice(1)}`.split('\n');
  return { clauses, text: clauses.join(' ') };
}
