/** Clients of one target, which take turns of a load. */
import { seeded, type TurnAsked, type TurnTaken } from '../../harness/plan/index.ts';
import { dial } from '../clients/dial.ts';
import { getFeature, listFeatures, type Request } from '../clients/request.ts';
import type { LoadSpec } from '../specs.ts';
import type { Target } from '../target.ts';
import { answersEarlierNotesOnly, expectRight } from './expect.ts';
import { Ledger } from './ledger.ts';
import { Link } from './link.ts';
import { closedLoop, openLoop } from './loops.ts';
import { openAll } from './open-all.ts';
import { rateOf } from './rate.ts';
import { requestsOf } from './requests.ts';

export class Session {
  readonly #target: Target;
  readonly #deadlineMs: number;
  readonly #links: Link[] = [];
  /** Whether a note is answered with earlier ones only, so that each place needs one beforehand. */
  #earlierNotesOnly = false;
  /** Arrivals of open loops, by their loads: the part that each asks for of what a closed loop reached. */
  readonly #perSecond = new Map<string, number>();

  /** @param deadlineMs longest that a call may take */
  constructor(target: Target, deadlineMs: number) {
    this.#target = target;
    this.#deadlineMs = deadlineMs;
  }

  /**
   * Opens the first client’s connection by a first call.
   *
   * @throws Error that says who was called and what came, with what was expected; Stalled where
   *   nothing came in time
   */
  async open(): Promise<void> {
    const link = this.#dial();
    this.#links.push(link);
    await expectRight(this.#target.address, link, getFeature);
  }

  /** Opens the connections of a load, and finds out what its turns need to know. */
  async prepare(spec: LoadSpec): Promise<void> {
    const links = await this.#linksFor(spec);
    const [first] = links as [Link];
    const { address, protocol } = this.#target;
    if (spec.kind === 'server-streaming') await expectRight(address, first, listFeatures);
    if (spec.kind === 'bidirectional' && protocol === 'grpc') {
      this.#earlierNotesOnly = await answersEarlierNotesOnly(address, first);
    }
  }

  /** @throws Error that says which clients stopped and why; Stalled where some got no answer in time */
  async turn(spec: LoadSpec, { first, operations, together }: TurnAsked): Promise<TurnTaken> {
    const links = await this.#linksFor(spec);
    const requests = Array.from({ length: operations }, requestsOf(spec));
    if (this.#earlierNotesOnly && spec.kind === 'bidirectional') await leave(requests, links);
    const ledger = new Ledger(requests, links, spec.calls ?? 1);
    const perSecond = spec.ofCapacity && (await this.#rateFor(spec, spec.ofCapacity, links));
    const before = this.#traffic;
    const open = await this.#loop(ledger, first, perSecond);
    const { totalUs, ...timed } = ledger.timed;
    const after = this.#traffic;
    const overlap = spec.clients > 1 || spec.ofCapacity !== undefined || together;
    const bytes = { out: after.out - before.out, in: after.in - before.in };
    return {
      timed: { ...timed, ...(overlap && { totalUs }), ...open, bytes },
      wrong: ledger.wrong,
    };
  }

  /** Closes all connections. Never throws. */
  close(): void {
    for (const link of this.#links) link.close();
  }

  async #loop(ledger: Ledger, first: number, perSecond: number | undefined) {
    if (perSecond === undefined) {
      await closedLoop(ledger);
      return {};
    }
    const lateUs = await openLoop(ledger, perSecond, seeded(first));
    return { lateUs, readings: { perSecond } };
  }

  /** Found out by a load’s first turn, because sessions are prepared side by side. A whole number, as readings are. */
  async #rateFor(spec: LoadSpec, part: number, links: readonly Link[]): Promise<number> {
    const known = this.#perSecond.get(spec.id);
    if (known !== undefined) return known;
    const rate = Math.max(1, Math.round(part * (await rateOf(links, requestsOf(spec)))));
    this.#perSecond.set(spec.id, rate);
    return rate;
  }

  /** Bytes that have passed over all connections. */
  get #traffic(): { out: number; in: number } {
    const sum = { out: 0, in: 0 };
    for (const { traffic } of this.#links) {
      sum.out += traffic.out;
      sum.in += traffic.in;
    }
    return sum;
  }

  #dial(): Link {
    const { redialBytes = Infinity } = this.#target;
    return new Link(() => dial(this.#target, this.#deadlineMs), redialBytes);
  }

  /** A link for each client of a load; those that are missing are opened. */
  async #linksFor({ clients }: LoadSpec): Promise<Link[]> {
    const [first] = this.#links as [Link];
    if (this.#target.oneConnection === true) return Array.from({ length: clients }, () => first);
    const missing = clients - this.#links.length;
    this.#links.push(...(await openAll(missing, () => this.#dial(), this.#target.address)));
    return this.#links.slice(0, clients);
  }
}

/** Leaves notes beforehand, for a server that answers with earlier ones only. */
async function leave(requests: readonly Request[], links: readonly Link[]): Promise<void> {
  const ledger = new Ledger(requests, links, 1);
  await closedLoop(ledger);
  // Throws where clients stopped.
  void ledger.timed;
}
