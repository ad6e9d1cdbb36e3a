/** A cell as plain text, for the printers that have no markup. */
import { formatInterval, formatValue, type Quantity } from '../numbers/quantity.ts';
import { type Cell, isFeature, isLibrary, isLinked, isPair, isQuantity } from './table.ts';

/** `1.93 (1.84–2.02)`, `Cap’n Web, 0.12.0`, `not tested`. A pair says whose each is. */
export function cellText(cell: Cell, decimals: number): string {
  if (typeof cell === 'string') return cell;
  if (isQuantity(cell)) return quantityText(cell, decimals);
  if (isLibrary(cell)) return withNote(cell.label, cell.note);
  if (isFeature(cell)) return cell.answer;
  if (isLinked(cell)) {
    const { parts, notes = [] } = cell;
    return [parts, ...notes].map((words) => words.map(({ text }) => text).join('')).join('; ');
  }
  if (isPair(cell)) {
    const { published, yours } = cell;
    const own = yours === undefined ? '' : sideText(yours, decimals);
    if (published === undefined) return own;
    const theirs = sideText(published, decimals);
    return yours === undefined ? theirs : `${theirs}, yours ${own}`;
  }
  return withNote(cell.text, cell.note);
}

function sideText(side: Quantity | string, decimals: number): string {
  return typeof side === 'string' ? side : quantityText(side, decimals);
}

function quantityText(quantity: Quantity, decimals: number): string {
  const ends = formatInterval(quantity, decimals);
  const estimated = quantity.from === 'estimated' ? ' estimated' : '';
  return `${formatValue(quantity, decimals)}${ends === '' ? '' : ` (${ends})`}${estimated}`;
}

function withNote(text: string, note: string | undefined): string {
  return note === undefined || note === '' ? text : `${text}, ${note.replaceAll('\n', ', ')}`;
}
