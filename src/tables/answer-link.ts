/** How a link to what answers an open question is called. */
import { allProbes } from '../probes/groups.ts';

/** A link as a sentence has it: `See the probe “Does a Map arrive as a Map?”.` */
export interface AnswerLink {
  /** Before the link: `See the probe`. */
  before: string;
  /** Its text: the title of an entry, or the question of a probe. */
  name: string;
}

/**
 * Names what an address leads to.
 *
 * @param entries those of the study
 * @throws Error where the address is neither of one of them nor of a probe
 */
export function answerLink(
  href: string,
  entries: ReadonlyArray<{ href: string; entry: { data: { title: string } } }>,
): AnswerLink {
  const entry = entries.find((each) => each.href === href);
  if (entry !== undefined) return { before: 'See the entry', name: entry.entry.data.title };
  const probe = allProbes('bench').find(({ id }) => href === `/capabilities/#probe-${id}`);
  if (probe !== undefined) return { before: 'See the probe', name: probe.question };
  throw new Error(
    `got the answer "${href}" of an open question, expected the address of an entry of the study or of a probe`,
  );
}
