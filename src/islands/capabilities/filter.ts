/** What a reader wants to see of the matrix. */
export interface Wanted {
  /** Words that must all stand in the row; the case does not matter. */
  text: string;
  /** Id of a group; empty for all. */
  group: string;
  /** Only rows in which the systems' results differ. */
  differences: boolean;
}

export interface Row {
  text: string;
  group: string;
  differs: boolean;
}

/** Whether a row is to be seen. */
export function isWanted(row: Row, { text, group, differences }: Wanted): boolean {
  if (group !== '' && row.group !== group) return false;
  if (differences && !row.differs) return false;
  const within = row.text.toLowerCase();
  const words = text.toLowerCase().split(/\s+/);
  return words.every((word) => within.includes(word));
}
