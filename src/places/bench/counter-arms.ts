import {
  type Arm,
  type OutsideSystem as OutsideNames,
  outsideOutlines,
  type Study,
} from '../../harness/plan/index.ts';
import { reasonsOf, type ClientModule, type System, type SystemArm } from './system.ts';
import type { CounterOperations } from './operations.ts';
import { systems } from '../../systems/index.ts';
import { overBench } from './bench.ts';

/**
 * The client half of a system, from its folder. Loaded when a run starts, so that a page that only
 * reads carries no RPC library; apart from the registry, so that the Worker holds no client.
 */
async function load(system: string): Promise<ClientModule<CounterOperations>> {
  return (await import(`../../systems/${system}/client.ts`)) as ClientModule<CounterOperations>;
}

/** The arms of the source journal's question, each with both kinds of socket where it has them. */
const journalArms: ReadonlySet<string> = new Set([
  'raw-websocket/in-memory',
  'raw-websocket/hibernating',
  'lumenize-rpc/hibernating',
  'lumenize/hibernating',
  'lumenize/in-memory',
  'capnweb/in-memory',
]);

/** All arms of all systems, in the order of the registry. */
export function allCounterArms(): Arm<CounterOperations>[] {
  return systems.flatMap(armsOf);
}

/** Those of them that a run measures unless it asks for more. */
export function counterArms(): Arm<CounterOperations>[] {
  return allCounterArms().filter(({ id }) => journalArms.has(id));
}

function armsOf(system: System): Arm<CounterOperations>[] {
  return system.arms.map((arm) => ({
    id: `${system.id}/${arm.name}`,
    label: labelOf(system, arm, system.label),
    ...(system.quotedAs !== undefined && { quotedLabel: labelOf(system, arm, system.quotedAs) }),
    ...(system.spoken !== undefined && { spoken: spokenOf(system, arm, system.spoken) }),
    system: system.id,
    accept: arm.accept,
    cannot: reasonsOf(system, arm),
    ...(arm.validation && { conditions: { validation: true } }),
    ...(arm.forCallsAtOnce && { forCallsAtOnce: true }),
    load: async () => overBench((await load(system.id)).connect(arm.name)),
  }));
}

/** @param name the system's */
function labelOf(system: System, arm: System['arms'][number], name: string): string {
  return isTheOne(system, arm) ? name : `${name}, ${arm.label}`;
}

/** @param name the system's, in a sentence */
function spokenOf(system: System, arm: System['arms'][number], name: string): string {
  const { spoken } = arm;
  return spoken === undefined || isTheOne(system, arm) ? name : `${name} ${spoken}`;
}

/** Whether an arm is the one its system has, of those over a socket if any are: it then goes by the system's name. */
function isTheOne(system: System, arm: System['arms'][number]): boolean {
  const overSockets = system.arms.filter(({ accept }) => accept !== 'request');
  const [only, ...more] = overSockets.length === 0 ? system.arms : overSockets;
  return more.length === 0 && only === arm;
}

// Contestants from outside, as a bench of theirs or of this project serves them.

/** What a contestant’s client module says of its system. Plain data. */
export interface OutsideSystem extends OutsideNames {
  arms: readonly SystemArm[];
}

/** A contestant that can be run. */
export interface Contestant<Operations> {
  system: OutsideSystem;
  /** Origin of the Worker that serves it; asked when an arm is loaded. Undefined for that of the bench. */
  origin: () => string | undefined;
  load: () => Promise<ClientModule<Operations>>;
}

/** A study with the contestants as further subjects: whoever brings one wants it judged. */
export function withContestants<Operations>(
  study: Study<Operations>,
  contestants: ReadonlyArray<Contestant<Operations>>,
): Study<Operations> {
  const arms = contestants.flatMap(({ system, origin, load }) =>
    outsideOutlines(system).map((outline, at): Arm<Operations> => {
      const { name, accept, validation, cannot } = system.arms[at] as SystemArm;
      return {
        ...outline,
        accept,
        ...(validation && { conditions: { validation } }),
        ...(cannot && { cannot }),
        async load() {
          return overBench((await load()).connect(name), origin());
        },
      };
    }),
  );
  const subjects = [...arms.map(({ id }) => id), ...study.subjects];
  return arms.length === 0 ? study : { ...study, arms: [...study.arms, ...arms], subjects };
}
