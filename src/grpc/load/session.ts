/** Clients of one target, which take turns of a load. */
import { seeded, type TurnAsked, type TurnTaken } from '../../harness/plan/index.ts';
import type { Client } from '../clients/client.ts';
import { dial } from '../clients/dial.ts';
import { getFeature, listFeatures, type Request } from '../clients/request.ts';
import { Sockets } from '../clients/sockets.ts';
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
  readonly #sockets = new Sockets();
  readonly #links: Link[] = [];
  /** Whether a note is answered with earlier ones only, so that each place needs one beforehand. */
  #earlierNotesOnly = false;
  /** What a closed loop reached, by the load that asked for a part of it. */
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
  open(): Promise<void> {
    return this.#sockets.own(async () => {
      const link = this.#linkOf(this.#dial());
      this.#links.push(link);
      await expectRight(this.#target.address, link, getFeature);
    });
  }

  /** Opens the connections of a load, and finds out what its turns need to know. */
  prepare(spec: LoadSpec): Promise<void> {
    return this.#sockets.own(async () => {
      const links = await this.#linksFor(spec);
      const [first] = links as [Link];
      const { address, protocol } = this.#target;
      if (spec.kind === 'server-streaming') await expectRight(address, first, listFeatures);
      if (spec.kind === 'bidirectional' && protocol === 'grpc') {
        this.#earlierNotesOnly = await answersEarlierNotesOnly(address, first);
      }
      if (spec.ofCapacity !== undefined) {
        this.#perSecond.set(spec.id, spec.ofCapacity * (await rateOf(links, requestsOf(spec))));
      }
    });
  }

  /** @throws Error that says which clients stopped and why; Stalled where some got no answer in time */
  turn(spec: LoadSpec, { first, operations, together }: TurnAsked): Promise<TurnTaken> {
    return this.#sockets.own(async () => {
      const links = await this.#linksFor(spec);
      const requests = Array.from({ length: operations }, requestsOf(spec));
      if (this.#earlierNotesOnly && spec.kind === 'bidirectional') await leave(requests, links);
      const ledger = new Ledger(requests, links, spec.calls ?? 1);
      const before = this.#sockets.bytes;
      const open = await this.#loop(spec, ledger, first);
      const { totalUs, ...timed } = ledger.timed;
      const after = this.#sockets.bytes;
      const overlap = spec.clients > 1 || spec.ofCapacity !== undefined || together;
      const bytes = { out: after.out - before.out, in: after.in - before.in };
      return {
        timed: { ...timed, ...(overlap && { totalUs }), ...open, bytes },
        wrong: ledger.wrong,
      };
    });
  }

  /** Closes all connections. Never throws. */
  close(): void {
    for (const link of this.#links) link.close();
  }

  async #loop(spec: LoadSpec, ledger: Ledger, first: number) {
    if (spec.ofCapacity === undefined) {
      await closedLoop(ledger);
      return {};
    }
    const perSecond = this.#perSecond.get(spec.id);
    if (perSecond === undefined) {
      throw new Error(`${spec.id}: got a turn, expected it to be prepared first`);
    }
    const lateUs = await openLoop(ledger, perSecond, seeded(first));
    // A record’s readings are whole numbers.
    return { lateUs, readings: { perSecond: Math.round(perSecond) } };
  }

  #dial(): Client {
    return dial(this.#target, this.#deadlineMs);
  }

  #linkOf(client: Client): Link {
    return new Link(client, () => this.#dial(), this.#target.redialBytes ?? Infinity);
  }

  /** A link for each client of a load; those that are missing are opened. */
  async #linksFor({ clients }: LoadSpec): Promise<Link[]> {
    const [first] = this.#links as [Link];
    if (this.#target.oneConnection === true) return Array.from({ length: clients }, () => first);
    const missing = clients - this.#links.length;
    const opened = await openAll(missing, () => this.#dial(), this.#target.address);
    this.#links.push(...opened.map((client) => this.#linkOf(client)));
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
