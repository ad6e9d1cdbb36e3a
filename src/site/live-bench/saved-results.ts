/** Links to the reader's own results, kept in this browser's `localStorage`. Nothing of it is ever sent. */

export interface SavedResult {
  /** An operation, or the title of a study. */
  study: string;
  /** `Finished after 17.9 s. Chromium 156.` */
  what: string;
  /** When it started, ISO 8601 in UTC. */
  at: string;
  /** Address of the result: `/result/#r=1.…`. */
  link: string;
}

const KEY = 'roundtrip:results';
/** Most results that are kept; then the oldest goes. */
export const MOST_KEPT = 50;

/** The fragment of an address that holds a result. @param packed of `packResult` */
export const fragmentOf = (packed: string): string => `#r=${packed}`;

/** The packed result in an address; undefined if it holds none. */
export const packedIn = (address: string): string | undefined => /#r=(.*)/s.exec(address)?.[1];

/** All results, the newest first; none where the browser does not let this site store anything. */
export function listResults(): SavedResult[] {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(saved) ? saved.filter(isResult) : [];
  } catch {
    // Storage is forbidden, or something else has written here.
    return [];
  }
}

/** Storage is shared by everything on this origin and outlives versions of this page. */
function isResult(value: unknown): value is SavedResult {
  if (typeof value !== 'object' || value === null) return false;
  const { study, what, at, link } = value as Record<string, unknown>;
  const areTexts = [study, what, at, link].every((each) => typeof each === 'string');
  return areTexts && String(link).startsWith('/result/#') && !Number.isNaN(Date.parse(String(at)));
}

/** True of a result in the list, which is the reader's own. */
export const isOwn = (packed: string): boolean =>
  listResults().some(({ link }) => packedIn(link) === packed);

/** Saves a result in front of the others; a run that went on takes its own place. @returns whether it is saved */
export function saveResult(result: SavedResult): boolean {
  const others = listResults().filter(
    ({ at, study }) => at !== result.at || study !== result.study,
  );
  return write([result, ...others].slice(0, MOST_KEPT));
}

export function deleteResult(link: string): boolean {
  return write(listResults().filter((each) => each.link !== link));
}

export function deleteAll(): boolean {
  return write([]);
}

function write(results: readonly SavedResult[]): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(results));
    return true;
  } catch {
    // Storage is full or forbidden.
    return false;
  }
}
