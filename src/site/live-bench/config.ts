/** Collects for a page what it needs to run a study, in the build. */
import { publicCallsPerBatch } from '../../../bench-workers/gate/config.ts';
import { inBrowser, lackedBy, sizeOf } from '../../core/plan/index.ts';
import { CONTROL } from '../../core/record/index.ts';
import type { AnyStudy } from '../../libraries/studies/study-types.ts';
import { libraryOf } from '../../results/names.ts';
import { studies } from '../../libraries/studies/index.ts';
import type { LiveConfig, Panel, Shown, SizedWorkload } from './panel.ts';

/** A study that can be run in a page; undefined where it takes a command, or where nothing runs. */
export function runnableStudy(id: string): AnyStudy | undefined {
  return studies.find((study) => study.id === id && study.place !== 'processes');
}

/** Operations that a page may run: more calls of one object than a public bench takes are for the command line. */
export function runnableWorkloads(study: AnyStudy): AnyStudy['workloads'] {
  return study.workloads.filter(
    ({ callsPerOperation = 1, per }) =>
      study.servedAs === undefined || per === 'item' || callsPerOperation <= publicCallsPerBatch,
  );
}

/** The panels of a page, of which the first is shown. */
export interface ShownPanels {
  folder: string;
  panels: readonly Panel[];
  shown: Shown;
  pair?: LiveConfig['pair'];
}

/** @param origin of the bench; empty when it is the page's own */
export function configOf(
  study: AnyStudy,
  origin: string,
  { folder, panels, shown, pair }: ShownPanels = {
    folder: '',
    panels: [],
    shown: { library: (arm) => libraryOf(study, arm), more: [] },
  },
): LiveConfig {
  const { baseline, reference, subjects, budgetMs, rounds } = study;
  const runs = study.place !== 'processes';
  const arms = [...new Set(panels.flatMap(({ groups }) => groups.flatMap((group) => group.arms)))];
  return {
    study: study.id,
    origin,
    inPage: study.place === 'page' ? (true as const) : undefined,
    folder,
    measured: panels.flatMap(({ key, rows }) => (rows.length > 0 ? [key] : [])),
    panel: panels[0],
    pair,
    libraries: Object.fromEntries(arms.map((arm) => [arm, shown.library(arm)])),
    more: shown.more.map(({ of, ...column }) => ({
      ...column,
      cells: Object.fromEntries(arms.map((arm) => [arm, of({ arm })])),
    })),
    arms: runs ? [...study.arms.map((arm) => arm.id), CONTROL] : [],
    budgetMs,
    rounds,
    always: [baseline, reference, CONTROL],
    subjects,
    workloads: (runs ? runnableWorkloads(study) : []).map((workload): SizedWorkload => {
      const { id, label } = workload;
      return {
        id,
        label,
        ...sizeOf(workload),
        lackedBy: lackedBy(inBrowser(study), workload.id),
        atBench: study.servedAs !== undefined ? (true as const) : undefined,
      };
    }),
  };
}
