/** The views of an entry: those every entry has, and those it names. */
import type { ViewName } from '../../collections/entries.ts';
import { readRecorded, RECORDED } from '../../probes/recorded.ts';
import { readCode } from '../code.ts';
import { callCostsView } from '../study.ts';
import type { View } from '../view.ts';
import { batchesView, callsView, suspectsView } from './call-delay.ts';
import { humpsView, optimisationsView, versusView } from './grpc-go-vs-lisp.ts';
import { kindsView, measuredScalingView, scalingView } from './grpc-scaling.ts';
import { memoryView, sizesView } from './kkrpc-transports.ts';
import { networkView, spreadView, stagesView } from './lumenize-vs-capnweb.ts';
import { missing, type ViewOf, type ViewPage } from './page.ts';
import { throughputView } from './rates.ts';
import { ratioViews } from './ratios.ts';
import { resultViews } from './results.ts';
import { runtimePairsView } from './runtime-pairs.ts';

/** What a million single calls, and a million of many at once, cost with each arm, and what its client weighs. */
function costsView(page: ViewPage): View {
  const recorded = readRecorded(readCode(RECORDED));
  const view = callCostsView([page], { workloads: ['get-value', 'burst'], recorded });
  if (view === undefined) throw missing(page, 'costs', 'turns of get-value or burst on workerd');
  return { ...view, beside: true };
}

/** A view of a part of a record is told by its name up to the colon, and that colon. */
type NameOf<Name> = Name extends `${infer Of}:${string}` ? `${Of}:` : Name;

/** Views that an entry may name besides those that every entry has anyway. */
const named: Readonly<Record<Exclude<NameOf<ViewName>, 'results' | 'ratios'>, ViewOf>> = {
  spread: spreadView,
  stages: stagesView,
  batches: batchesView,
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
  costs: costsView,
  'throughput:': throughputView,
  'scaling:': measuredScalingView,
  'humps:': humpsView,
};

/**
 * Results and ratios of what is quoted, wherever there is data for them, and the views that the entry names,
 * in its order. None shows again what another does.
 *
 * @param brought the same entry without the records of earlier ones, whose own pages show them
 * @throws naming file, field and what was expected, when a named view lacks its data
 */
export function viewsOf(page: ViewPage, brought: Pick<ViewPage, 'quoted'> = page): View[] {
  const own = page.entry.data.views.flatMap((name) => {
    if (name === 'results' || name === 'ratios') return [];
    const [, of, part = ''] = /^([^:]*:?)(.*)$/.exec(name) ?? [];
    return [named[of as keyof typeof named](page, part)];
  });
  const quoted = { ...page, ...brought };
  const results = resultViews(quoted);
  // A view of both sides has their ratios already.
  const ratios = page.entry.data.views.includes('versus') ? [] : ratioViews(quoted);
  // Amounts before what follows from them, wherever they are shown.
  return results.length > 0 ? [...results, ...ratios, ...own] : [...own, ...ratios];
}
