/** The views of an entry: those every entry has, and those it names. */
import type { ViewName } from '../../collections/entries.ts';
import type { View } from '../view.ts';
import { batchesView, transferView, transportsView } from './batches.ts';
import { callsView } from './calls.ts';
import { humpsView } from './humps.ts';
import { historyView } from './history.ts';
import { memoryView } from './memory.ts';
import { networkView } from './network.ts';
import type { ViewPage } from './page.ts';
import { optimisationsView, versusView } from './pairs.ts';
import { ratioViews } from './ratios.ts';
import { resultViews } from './results.ts';
import { runtimePairsView } from './runtime-pairs.ts';
import { kindsView, measuredScalingView, scalingView } from './scaling.ts';
import { sizesView } from './sizes.ts';
import { spreadView } from './spread.ts';
import { stagesView } from './stages.ts';
import { suspectsView } from './suspects.ts';
import { throughputView } from './throughput.ts';

export { historyView };

/** Views that an entry may name besides those that every entry has anyway. */
const named: Readonly<
  Record<Exclude<ViewName, 'results' | 'ratios' | `${string}:${string}`>, (page: ViewPage) => View>
> = {
  spread: spreadView,
  stages: stagesView,
  batches: batchesView,
  transports: transportsView,
  transfer: transferView,
  versus: versusView,
  scaling: scalingView,
  kinds: kindsView,
  suspects: suspectsView,
  calls: callsView,
  network: networkView,
  memory: memoryView,
  optimisations: optimisationsView,
  pairs: runtimePairsView,
  sizes: sizesView,
};

/**
 * Results and ratios wherever there is data for them, and the views that the entry names, in its
 * order. None shows again what another does.
 *
 * @param brought the same entry without the records of earlier ones, whose own pages show them
 * @throws naming file, field and what was expected, when a named view lacks its data
 */
export function viewsOf(page: ViewPage, brought: ViewPage = page): View[] {
  const own = page.entry.data.views.flatMap((name) => {
    if (name === 'results' || name === 'ratios') return [];
    return isOfPart(name) ? [viewOfPart(page, name)] : [named[name](page)];
  });
  const results = resultViews(brought);
  // A view of both sides has their ratios already.
  const ratios = page.entry.data.views.includes('versus') ? [] : ratioViews(brought);
  // Amounts before what follows from them, wherever they are shown.
  return results.length > 0 ? [...results, ...ratios, ...own] : [...own, ...ratios];
}

/** Views of one workload or one kind of call, which stands in their names behind a colon. */
const ofParts: Readonly<Record<ViewOf, (page: ViewPage, part: string) => View>> = {
  throughput: throughputView,
  scaling: measuredScalingView,
  humps: humpsView,
};

type ViewOf = ViewName extends infer Name
  ? Name extends `${infer Of}:${string}`
    ? Of
    : never
  : never;

function isOfPart(name: ViewName): name is `${ViewOf}:${string}` {
  return name.includes(':');
}

function viewOfPart(page: ViewPage, name: `${ViewOf}:${string}`): View {
  const at = name.indexOf(':');
  return ofParts[name.slice(0, at) as ViewOf](page, name.slice(at + 1));
}
