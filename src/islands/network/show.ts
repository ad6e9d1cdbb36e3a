import { fill, part } from '../live-bench/parts.ts';
import type { ResultView } from './texts.ts';

/** Fills the server-rendered bars and the gap. */
export function showResult(root: ParentNode, { systems, gap, share }: ResultView): void {
  for (const { id, total, parts, widths } of systems) {
    const row = part(root, `system-${id}`, HTMLElement);
    fill(row, { total, parts });
    for (const [name, width] of Object.entries(widths)) {
      part(row, `bar-${name}`, HTMLElement).style.width = `${width}%`;
    }
  }
  fill(root, { gap, share });
}
