/** What a million calls cost. */
import { amounts, type AmountRow, type Quantity } from '../figures/amounts.ts';
import { formatCount, formatDay, formatNumber, NONE } from '../numbers/format.ts';
import { type AcceptMode, CONTROL } from '../harness/record/index.ts';
import type { EntryPage } from '../journal/entries.ts';
import { type Recorded, weightOf } from '../probes/recorded.ts';
import { workloadNames } from '../report/words.ts';
import { costOfCalls, PLANS } from './costs.ts';
import { armCell, numeric, tableOf, type View, worded } from './view.ts';

// The costs of a million calls: from the frames and times of published records, and Cloudflare’s prices.

const CALLS = 1_000_000;
/** Operations of a caller that stays connected, in a second: between them an object cannot sleep without hibernation. */
const PER_SECOND = 1;
/** Calls that wait for each other, and calls made at once: what is sent differs most between these. Unless others are asked for. */
const WORKLOADS = ['get-1000', 'burst'] as const;

/** The use of one operation of an arm in a record. */
export interface OperationUse {
  /** How the server holds the connection; `request` where there is none. */
  accept: AcceptMode;
  /** Messages that the client sent, or requests where there is no socket. */
  sent: number;
  /** Time that the client saw, in ms. */
  ms: number;
  /** Calls that the operation makes at once. */
  calls: number;
}

/**
 * The billed use of a million calls. Sent messages of a socket count as the plan says, requests one
 * by one, at the Worker and at the object; answers are free. An object without hibernation is billed
 * from call to call, at {@link PER_SECOND} operations a second; any other while it works, for which the
 * whole time of the call stands, which is more.
 *
 * @see PLANS for prices and their source
 */
export function callCosts({ accept, sent, ms, calls }: OperationUse) {
  const operations = CALLS / calls;
  const messages = operations * sent;
  const isRequest = accept === 'request';
  const requests = isRequest ? messages : messages / PLANS.messagesPerRequest;
  const seconds = accept === 'in-memory' ? operations / PER_SECOND : (operations * ms) / 1000;
  const gbSeconds = seconds * PLANS.objectGb;
  const forCalls = costOfCalls(isRequest ? { requests } : { messages });
  return {
    messages,
    requests,
    gbSeconds,
    usd: (forCalls + gbSeconds * PLANS.paid.gbSeconds.perMillion) / 1e6,
  };
}

/** Of each arm and workload, what the first of the runs used that has it. */
function usesOf(
  pages: ReadonlyArray<Pick<EntryPage, 'runs' | 'names'>>,
  workloads: readonly string[],
) {
  const all = pages.flatMap(({ runs, names }) =>
    runs.flatMap(({ id, record, analysis }) => {
      const { setting, network, accept } = record.environment;
      if (setting !== 'workerd' || network !== undefined) return [];
      return analysis.arms.flatMap(({ arm, workload, framesPerOperation, msPerOperation }) => {
        const mode = accept[arm];
        const known = mode && framesPerOperation && msPerOperation;
        if (!known || arm === CONTROL) return [];
        const calls = record.plan.loads?.[workload]?.callsPerOperation ?? 1;
        const use = {
          accept: mode,
          sent: framesPerOperation.out,
          ms: msPerOperation.estimate,
          calls,
        };
        return [{ record: id, workload, arm, name: names(arm), costs: callCosts(use) }];
      });
    }),
  );
  return workloads.flatMap((workload) => {
    const own = all.filter((use) => use.workload === workload).toReversed();
    const first = new Map(own.map((use) => [use.arm, use]));
    return [...first.values()].sort((one, other) => one.costs.usd - other.costs.usd);
  });
}

/** Cents, or what there is below one. */
const dollars = (value: number): string => formatNumber(value, value < 0.01 ? 4 : 2);

const perMillion: Quantity = {
  name: 'Cost of a million calls',
  of: 'A million calls cost',
  axis: 'USD for a million calls',
  better: 'Shorter is cheaper.',
  format: (value) => `${dollars(value)} USD`,
};

/**
 * The costs of a study's arms, cheapest first; undefined where no record taken on workerd itself has
 * the workloads.
 *
 * @param pages of the study's entries, newest first
 * @param options the workloads; and what the probes recorded, for the weight of each client beside its costs
 */
export function callCostsView(
  pages: ReadonlyArray<Pick<EntryPage, 'study' | 'runs' | 'names'>>,
  {
    workloads = WORKLOADS,
    recorded,
  }: { workloads?: readonly string[]; recorded?: Recorded | undefined } = {},
): View | undefined {
  const uses = usesOf(pages, workloads);
  const [page] = pages;
  if (uses.length === 0 || page === undefined) return undefined;
  const label = workloadNames(page.study);
  const records = [...new Set(uses.map(({ record }) => record))];
  const weight = ({ arm, name: { system } }: (typeof uses)[number]): string => {
    const kilobytes = recorded && weightOf(recorded, system, arm.split('/')[1]);
    return kilobytes === undefined ? NONE : formatNumber(kilobytes, 1);
  };
  const weighed =
    ' A client is weighed bundled for a browser, minified and with gzip, once for each library: over a socket where it has one.';
  const rows = uses.map(({ workload, name, costs }): AmountRow => ({
    ...{ group: label(workload), label: name.label, system: name.system },
    ...{ mark: 'modelled', value: costs.usd },
  }));
  return {
    id: 'costs',
    title: 'What a million calls cost',
    figure: (width) => amounts({ rows, quantity: perMillion, width }),
    marks: ['modelled'],
    source: `Assumed: a caller stays connected and makes ${PER_SECOND} operation a second, a single call or all calls of a tick, so that an object without hibernation is awake all the time, and any other only while it works, at most for the measured time of the call. Messages and times: ${records.join(', ')}. Prices of Cloudflare’s paid plan beyond what it includes, read on ${formatDay(PLANS.read)}.`,
    table: tableOf(uses, {
      caption: 'A million calls on the paid plan, and what they are billed for',
      marks: ['modelled'],
      note: `${PLANS.messagesPerRequest} messages to an object are billed as one request, an HTTP request as one at the Worker and one at the object. Answers are free; rows written and connecting are left out.${recorded ? weighed : ''}`,
      headingOf: ({ workload }) => label(workload),
      columns: [
        worded('Arm', ({ name }) => armCell(name)),
        numeric('Messages sent', ({ costs }) => formatCount(Math.round(costs.messages))),
        numeric('Billed requests', ({ costs }) => formatCount(Math.round(costs.requests))),
        numeric('Duration (GB\u2011s)', ({ costs }) => formatNumber(costs.gbSeconds, 1)),
        numeric('Cost (USD)', ({ costs }) => dollars(costs.usd)),
        ...(recorded ? [numeric('Client (kB)', weight)] : []),
      ],
    }),
  };
}
