import { checkClaims, type CheckedClaim } from '../../claims/check.ts';
import { findOutline } from '../../studies/outlines.ts';
import { entryIds, readEntry, recordFinder } from './read-content.ts';

/**
 * Checks the claims of all entries under a folder `content`, by study and entry.
 *
 * @param root folder that holds `content`
 * @param study only entries of this study
 * @throws Error naming the file and what is wrong in it; several, one a line, where several are
 */
export async function readClaims(root: string, study?: string): Promise<CheckedClaim[]> {
  const find = recordFinder(root);
  const all = await entryIds(root);
  const ids = all.filter((id) => study === undefined || id.startsWith(`${study}/`));
  const checked = await Promise.allSettled(
    ids.map(async (id) => {
      const { study: own, records, claims, configuration } = await readEntry(root, id);
      const scope = { study: findOutline(own), records, configuration, find };
      return checkClaims({ id, claims }, scope);
    }),
  );
  const broken = checked.filter((each) => each.status === 'rejected');
  if (broken.length > 0) {
    const messages = broken.map(({ reason }: { reason: unknown }) =>
      reason instanceof Error ? reason.message : String(reason),
    );
    throw new Error(messages.join('\n'), { cause: broken[0]?.reason });
  }
  return checked.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
}
