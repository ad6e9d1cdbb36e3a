/** The views of an entry: those every entry has, and those it names. */
import type { View } from '../view.ts';
import type { ViewPage } from './page.ts';
import { ratioViews } from './ratios.ts';
import { resultViews } from './results.ts';

/**
 * Results and ratios wherever there is data for them, then the views that the entry names, in its
 * order.
 *
 * @throws naming file, field and what was expected, when a named view lacks its data
 */
export function viewsOf(page: ViewPage): View[] {
  return [...resultViews(page), ...ratioViews(page)];
}
