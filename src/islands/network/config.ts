import type { Mark } from '../../figures/figure.ts';
import type { Roles } from '../../network/from-run.ts';
import type { FieldId, Values } from '../../network/values.ts';

/** Where a value comes from: as for any number, or set here or in the address, or known to nobody. */
export type Origin = Mark | 'changed' | 'unknown';
export const origins = ['quoted', 'derived', 'measured', 'changed', 'unknown'] as const;

/** A network whose base latency and bandwidth can be taken over. */
export interface Preset {
  id: string;
  latency: number;
  bandwidth: number;
}

/** What the server-rendered markup tells the island, as JSON in a script element. */
export interface NetworkConfig {
  defaults: Values;
  /** Where the default of each field comes from. */
  origins: Record<FieldId, Origin>;
  presets: Preset[];
  /** Arms that a reader’s run must have. */
  roles: Roles;
  /** Names of the workloads, by id. */
  workloads: Record<string, string>;
  /** Names of the arms, by id. */
  arms: Record<string, string>;
}

/** The configuration as text for a script element: no `<` of it can end the element. */
export function writeConfig(config: NetworkConfig): string {
  return JSON.stringify(config).replaceAll('<', '\\u003c');
}

/** @param text what `writeConfig` wrote */
export function readConfig(text: string): NetworkConfig {
  return JSON.parse(text) as NetworkConfig;
}
