import {
  type Arm,
  type Connection,
  type Open,
  type OutsideSystem as OutsideNames,
  outsideOutlines,
  type Study,
} from '../../core/plan/index.ts';
import { type Link, openByLink, type OutsideLink } from '../../wire/links/link.ts';
import { withSubjects } from '../studies/study-types.ts';
import type { Api, Client } from '../../wire/service/api.ts';
import { missingSystems, systems } from './index.ts';
import type { System, SystemArm } from './system.ts';

/** The exports of a system’s `client.ts`. */
interface ClientModule {
  /** Opens a connection. Resolves once its socket is open, or at once without a socket. */
  open: (link: Link) => Promise<Client>;
}

/** Loads an arm’s client half when a run starts, so that neither the Worker nor a page that only reads has one. */
async function loadClient({ id, addressSuffix }: System, arm: string): Promise<Open<Api>> {
  const { open } = (await import(`./${id}/client.ts`)) as ClientModule;
  return openByLink(open, { system: id, arm, suffix: addressSuffix });
}

/** The arms of all systems whose calls are measured, in the order of the list. */
export function allCallArms(those: readonly System[] = systems): Arm<Api>[] {
  return those.flatMap(armsOf);
}

function armsOf(system: System): Arm<Api>[] {
  return callsOf(system).map((arm) => ({
    ...armOf(system, arm),
    label: labelOf(system, arm, system.label),
    quotedLabel: system.quotedAs !== undefined ? labelOf(system, arm, system.quotedAs) : undefined,
    spoken: system.spoken !== undefined ? spokenOf(system, arm, system.spoken) : undefined,
    cannot: { ...system.cannot, ...arm.cannot },
    conditions: arm.validation ? { validation: true } : undefined,
    forCallsAtOnce: arm.forCallsAtOnce,
  }));
}

/** The parts of an arm that every study has. */
const armOf = (system: System, { name, accept }: SystemArm) => ({
  id: `${system.id}/${name}`,
  system: system.id,
  accept,
  load: () => loadClient(system, name),
});

const callsOf = ({ arms }: System): SystemArm[] =>
  arms.filter(({ streams, only }) => !streams?.only && only === undefined);

/** The arms of the study of streams. @param workloads ids of those that it has */
export function streamArms(
  workloads: readonly string[],
  those: readonly System[] = systems,
): Arm<Api>[] {
  return those.flatMap((system) =>
    system.arms.flatMap((arm): Arm<Api>[] => {
      if (arm.streams === undefined) return [];
      const { label, spoken, cannot = {} } = arm.streams;
      const reasons = workloads.flatMap((id) =>
        Object.entries(cannot).flatMap(([way, why]): [string, string][] =>
          id.startsWith(way) ? [[id, why]] : [],
        ),
      );
      return [{ ...armOf(system, arm), label, spoken, cannot: Object.fromEntries(reasons) }];
    }),
  );
}

/** @param name the system's */
function labelOf(system: System, arm: System['arms'][number], name: string): string {
  return isOnlyArm(system, arm) ? name : `${name}, ${arm.label}`;
}

/** @param name the system's, in a sentence */
function spokenOf(system: System, arm: System['arms'][number], name: string): string {
  const { spoken } = arm;
  return spoken === undefined || isOnlyArm(system, arm) ? name : `${name} ${spoken}`;
}

/** True for the only arm of its system, or the only one over a socket of its object. It goes by the system’s name. */
function isOnlyArm(system: System, arm: System['arms'][number]): boolean {
  const arms = callsOf(system);
  const overSockets = arms.filter(({ accept }) => accept !== 'request' && accept !== 'worker');
  const [only, ...more] = overSockets.length === 0 ? arms : overSockets;
  return more.length === 0 && only === arm;
}

/** Systems of a bench whose package is not installed. */
export const missing = missingSystems.filter((each): each is System => 'arms' in each);

// Libraries from outside, as a bench of theirs or of this project serves them.

/** An outside library’s system, as its client module says. Plain data. */
interface OutsideSystem extends OutsideNames {
  arms: readonly SystemArm[];
}

/** The exports of an outside library’s client module. */
export interface OutsideClient<Operations> {
  /** Opens a connection of one of its arms, as the client half of a system here does. */
  open: (link: OutsideLink) => Promise<Connection<Operations>>;
}

/** An outside library that can be run. */
export interface OutsideLibrary<Operations> {
  system: OutsideSystem;
  /** Origin of the Worker that serves it, asked when an arm is loaded; undefined for the bench’s own. */
  origin: () => string | undefined;
  load: () => Promise<OutsideClient<Operations>>;
}

/** A study with the arms of outside libraries too. */
export function withOutsideLibraries<Operations>(
  study: Study<Operations>,
  libraries: ReadonlyArray<OutsideLibrary<Operations>>,
): Study<Operations> {
  const arms = libraries.flatMap(({ system, origin, load }) =>
    outsideOutlines(system).map((outline, at): Arm<Operations> => {
      const { name, accept, validation, cannot } = system.arms[at] as SystemArm;
      return {
        ...outline,
        accept,
        conditions: validation ? { validation } : undefined,
        cannot,
        async load() {
          const { open } = await load();
          return openByLink(open, { system: system.id, arm: name, origin: origin() });
        },
      };
    }),
  );
  return arms.length === 0 ? study : withSubjects(study, arms);
}
