/**
 * Whole numbers as text: each in base 36, separated by blanks; `*n` behind one says that it stands
 * n times in a row. `8c 8d*3` is 300, 301, 301, 301. A third shorter than JSON’s own list.
 */

/** @param values whole numbers of at least 0 */
export function pack(values: readonly number[]): string {
  const words: string[] = [];
  for (let at = 0; at < values.length;) {
    const value = values[at] as number;
    let end = at + 1;
    while (values[end] === value) end += 1;
    const word = value.toString(36);
    words.push(end - at === 1 ? word : `${word}*${end - at}`);
    at = end;
  }
  return words.join(' ');
}

/** What {@link pack} wrote. Meant for text that the schema of sessions let through. */
export function unpack(text: string): number[] {
  if (text === '') return [];
  return text.split(' ').flatMap((word) => {
    const [value = '', times = '1'] = word.split('*');
    return Array<number>(Number(times)).fill(parseInt(value, 36));
  });
}
