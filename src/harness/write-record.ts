import type { RoundtripRecord } from './record.ts';

/**
 * A record as the text of its file. The blocks of a measured record stand one in a line, each
 * field else as JSON indents it: a line for each sample would double the size.
 */
export function writeRecord(record: RoundtripRecord): string {
  if (record.kind === 'quoted') return `${JSON.stringify(record, undefined, 2)}\n`;
  const { blocks, notices, ...head } = record;
  const list = (items: readonly unknown[]) =>
    items.length === 0
      ? '[]'
      : `[\n${items.map((item) => `    ${JSON.stringify(item)}`).join(',\n')}\n  ]`;
  const fields = [
    JSON.stringify(head, undefined, 2).replace(/^\{\n|\n\}$/g, ''),
    `  "blocks": ${list(blocks.map(({ roundTrips: turns, ...block }) => ({ ...block, turns })))}`,
    ...(notices === undefined ? [] : [`  "notices": ${list(notices)}`]),
  ];
  return `{\n${fields.join(',\n')}\n}\n`;
}
