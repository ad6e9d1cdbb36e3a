/** What the page of capabilities shows: the probes, their code, and their recorded results. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allGroups } from '../../probes/cli/groups.ts';
import { systemIds, type SystemId } from '../../probes/kit/kit.ts';
import type { Probe, Result } from '../../probes/probe.ts';
import { readRecorded, RECORDED } from '../../probes/recorded.ts';
import { findSystem } from '../../studies/systems.ts';
import { readProbeCode } from './code.ts';

export interface CapabilityCell {
  system: SystemId;
  result: Result;
  detail: string;
}

/** Code that answered for one system or for several. */
export interface CellCode {
  systems: SystemId[];
  code: string;
}

export interface CapabilityProbe {
  id: string;
  question: string;
  passes: string;
  cells: CapabilityCell[];
  codes: CellCode[];
  /** Whether the systems' results differ. */
  differs: boolean;
}

export interface CapabilityGroup {
  id: string;
  label: string;
  file: string;
  onlyCli: string | undefined;
  shared: string;
  probes: CapabilityProbe[];
}

export interface Capabilities {
  /** Day of the recorded results, `2026-11-21`. */
  date: string;
  runtimes: string[];
  systems: Array<{ id: SystemId; label: string; version: string }>;
  groups: CapabilityGroup[];
  /** How each client is opened: the files of src/probes/kit. */
  kits: Array<{ system: SystemId; file: string; code: string }>;
}

const kitFiles: { [S in SystemId]: string } = {
  lumenize: 'src/probes/kit/lumenize.ts',
  capnweb: 'src/probes/kit/capnweb.ts',
  kkrpc: 'src/probes/kit/kkrpc.ts',
  'raw-websocket': 'src/probes/kit/raw.ts',
};

const read = (file: string): string => readFileSync(join(process.cwd(), file), 'utf8');

/** @throws Error naming the probe and the system that have no recorded result */
export function capabilities(): Capabilities {
  const recorded = readRecorded(read(RECORDED));
  const results = new Map(recorded.results.map((each) => [`${each.probe} ${each.system}`, each]));

  function cellOf(probe: Probe, system: SystemId): CapabilityCell {
    const found = results.get(`${probe.id} ${system}`);
    if (found === undefined) {
      throw new Error(
        `${RECORDED}: got no result of ${probe.id} for ${system}, expected one of each: npm run probe -- --record`,
      );
    }
    return { system, result: found.result, detail: found.detail };
  }

  return {
    date: recorded.date,
    runtimes: recorded.runtimes,
    systems: systemIds.map((id) => ({
      id,
      label: findSystem(id).label,
      version: versionText(recorded.versions[id]),
    })),
    groups: allGroups.map(({ id, label, file, onlyCli, probes }) => {
      const code = readProbeCode(file, read(file));
      return {
        id,
        label,
        file,
        onlyCli,
        shared: code.shared,
        probes: probes.map((probe) => {
          const cells = systemIds.map((system) => cellOf(probe, system));
          const byCode = Map.groupBy(systemIds, (system) => code.of(probe.id, system));
          return {
            id: probe.id,
            question: probe.question,
            passes: probe.passes,
            cells,
            codes: [...byCode].map(([text, systems]) => ({ code: text, systems })),
            differs: new Set(cells.map(({ result }) => result)).size > 1,
          };
        }),
      };
    }),
    kits: systemIds.map((system) => ({
      system,
      file: kitFiles[system],
      code: read(kitFiles[system]),
    })),
  };
}

/** `capnweb 0.12.0`; for the floor, which is built from no package, that. */
function versionText(versions: Readonly<Record<string, string>> | undefined): string {
  const pairs = Object.entries(versions ?? {}).map((pair) => pair.join(' '));
  return pairs.length === 0 ? 'no package' : pairs.join(', ');
}
