/** The body of an entry: Markdown, with elements where figures stand, and lists that are tables. */
import { show } from './arguments.ts';

/** What stands between `<Number` and `/>`, as it was read and not yet checked. */
export type Attributes = Readonly<Record<string, unknown>>;

/** Gives the text that stands instead of an element. */
type Replace = (attributes: Attributes) => string | Promise<string>;

const attribute = /\s+([A-Za-z]+)=(?:"([^"]*)"|'([^']*)')/g;
const element = new RegExp(`<(Number|Ratios?)((?:${attribute.source})*)\\s*/>`, 'g');

/**
 * Replaces every element that shows figures.
 *
 * @throws Error naming the file for one that is not written as plain attributes and closed at once
 */
export async function replaceElements(
  body: string,
  file: string,
  by: Readonly<Record<'Number' | 'Ratio' | 'Ratios', Replace>>,
): Promise<string> {
  const pieces: string[] = [];
  let end = 0;
  for (const match of body.matchAll(element)) {
    const given = [...(match[2] ?? '').matchAll(attribute)];
    const attributes = given.map(([, name = '', double, single]) => [
      name,
      decodeEntities(double ?? single ?? ''),
    ]);
    pieces.push(
      body.slice(end, match.index),
      await by[match[1] as keyof typeof by](Object.fromEntries(attributes) as Attributes),
    );
    end = match.index + match[0].length;
  }
  const whole = [...pieces, body.slice(end)].join('');
  const left = /<\/?(Number|Ratios?)\b.{0,40}/s.exec(body.replaceAll(element, ''));
  if (left) {
    throw new Error(
      `${file}: got ${show(left[0])}, expected <${left[1]} of="…" … /> with plain texts`,
    );
  }
  return whole;
}

/** The entities that an attribute of JSX needs for quotes. */
function decodeEntities(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

/**
 * Replaces every `<ListTable>`: a list whose items are the rows of a table, the first its head. An
 * item’s own text is the first cell of its row, the items under it are the others. A row whose first
 * cell is empty begins with the second: `- - text`.
 *
 * @param body with its elements replaced
 * @throws Error naming the file, the text got and what was expected
 */
export function replaceListTables(
  body: string,
  file: string,
  replace: (head: readonly string[], rows: ReadonlyArray<readonly string[]>) => string,
): string {
  return body.replaceAll(/^<ListTable>\n(.*?)^<\/ListTable>$/gms, (_, list: string) => {
    const [head, ...rows] = rowsOf(list, file);
    const odd = rows.find((row) => row.length !== head?.length);
    if (head && rows.length > 0 && !odd) return replace(head, rows);
    throw new Error(
      `${file} <ListTable>: got ${odd ? `${odd.length} cells in the row ${show(odd[0])}` : 'no rows'}, expected ${head && odd ? head.length : 'a head and a row at least'}`,
    );
  });
}

function rowsOf(list: string, file: string): string[][] {
  const rows: string[][] = [];
  for (const line of list.split('\n')) {
    if (line === '') continue;
    const [, name, cell, more] = /^(?:- (.*)| {2}-(?: (.*))?| {2,}(.*))$/.exec(line) ?? [];
    const row = rows.at(-1);
    if (name !== undefined) rows.push(name.startsWith('- ') ? ['', name.slice(2)] : [name]);
    else if (row && more !== undefined) row.push([row.pop(), more].join(' '));
    else if (row && line.startsWith('  -')) row.push(cell ?? '');
    else throw new Error(`${file} <ListTable>: got ${show(line)}, expected a list of lists`);
  }
  return rows;
}
