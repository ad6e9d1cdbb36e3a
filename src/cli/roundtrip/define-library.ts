/**
 * The part of the package that the client and the Worker of a library import. It imports nothing else, so that a bundle of
 * theirs carries nothing else.
 */
import type { Connection, OutsideSystem } from '../../core/plan/index.ts';
import type { AcceptMode } from '../../core/record/index.ts';
import type { OutsideLink } from '../../wire/links/link.ts';
import type { Api } from '../../wire/service/api.ts';
export { payloadAt } from '../../wire/service/payloads.ts';

export interface LibraryClient {
  system: OutsideSystem & {
    arms: ReadonlyArray<{
      accept: AcceptMode;
      /** Workloads that it cannot do, each with the reason. */
      cannot?: Readonly<Record<string, string>>;
      /** Set if it checks arguments against a schema at run time. */
      validation?: true;
    }>;
  };
  /** Opens a connection of the link’s arm to one new object. */
  open(link: OutsideLink): Promise<Connection<Partial<Api>>>;
  /** Operations of its own, by which two named folders can be compared. */
  workloads?: ReadonlyArray<{
    id: string;
    label: string;
    /** @param n number of the call on its connection, from 0 */
    operation(client: Partial<Api>, n: number): unknown;
    /** Looks at an answer once the turn is over. @returns true, or a sentence on what is wrong */
    check?(answer: unknown, n: number): boolean | string;
  }>;
}

/** Gives a client module its types: `export const { system, open } = defineLibrary({ … })`. */
export const defineLibrary = (client: LibraryClient): LibraryClient => client;
