/** The answers that pages show behind switches, and what a page needs to run a study: read once in a build. */
import * as home from '../home.ts';
import { publicCallsPerBatch } from '../../../bench-workers/gate/config.ts';
import { inBrowser, lackedBy, sizeOf } from '../../core/plan/index.ts';
import { CONTROL } from '../../core/record/index.ts';
import type { AnyStudy } from '../../libraries/studies/study-types.ts';
import { libraryOf } from '../../results/names.ts';
import { studies } from '../../libraries/studies/index.ts';
import { type LiveConfig, type Panel, type Shown, type SizedWorkload, panelsOf } from './panel.ts';
import { recordedAnswers, oncePerBuild } from '../../journal/build.ts';
import { studyAnswers, studyEntries, systemNotes } from '../../journal/studies.ts';
import { findOutline } from '../../libraries/studies/outlines.ts';
import { findAnswer, outlineFor, type Switch } from '../../results/answer.ts';
import { libraryCell } from '../choose/tables.ts';
import { type FeatureCell, featureOf, features } from '../../matrix/features.ts';
import type { ArmColumn } from '../../results/tables/library-table.ts';
import { headlineOf } from './sentences.ts';

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

/** @param origin of the bench; empty when it is the page's own */
export function configOf(
  study: AnyStudy,
  origin: string,
  { folder, panels, shown, pair }: Omit<AnswerSet, 'study' | 'switches'> = {
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

/** The answers of home or of a study, of which the first is shown. */
interface AnswerSet {
  study: string;
  switches: readonly Switch[];
  /** Folder of the files of its panels. */
  folder: string;
  panels: readonly Panel[];
  shown: Shown;
  pair?: LiveConfig['pair'];
}

const HOME = 'home';

/** @param id `home`, or that of a study */
export const answerSet = oncePerBuild(async (id: string): Promise<AnswerSet> => {
  const isHome = id === HOME;
  const studyId = isHome ? home.STUDY : id;
  const entry = (await studyEntries()).find((each) => each.id === studyId);
  if (entry === undefined) throw new Error(`answers: got "${id}", expected home or a study`);
  const all = await studyAnswers(studyId);
  const answers = isHome
    ? home.OPERATIONS.flatMap((workload) => all.filter((each) => each.workload === workload))
    : all;
  const study = outlineFor(studyId, answers);
  const { pair } = entry.data;
  const shown: Shown = {
    library: await namesIn(studyId, isHome),
    more: isHome ? homeFeatures() : [],
  };
  const options = isHome ? { arms: home.ARMS } : { reference: pair.to };
  const { switches, panels } = panelsOf(study, answers, options);
  const headline = (panel: Panel): string | undefined => {
    const answer = findAnswer(answers, panel);
    if (answer === undefined) return undefined;
    return isHome ? home.homeSentence(entry, answer) : headlineOf(panel, pair);
  };
  return {
    study: studyId,
    folder: `/panels/${id}/`,
    switches,
    panels: panels.map((panel) => ({ ...panel, headline: headline(panel) })),
    shown,
    pair: isHome ? undefined : pair,
  };
});

/** Features by the configuration of a row. Their heads lead to the questions, so that a row has one link. */
function homeFeatures(): ArmColumn[] {
  const recorded = recordedAnswers();
  return features
    .filter(({ id }) => home.FEATURES.some((each) => each === id))
    .map(({ id, label, questions: [question] }) => ({
      id,
      label,
      kind: 'feature',
      href: `/capabilities/#${question}`,
      of: ({ arm }) => ofAnyConfiguration(arm, (each) => featureOf(id, each, recorded)),
    }));
}

/** A feature that another configuration of the same library has is there in part. */
function ofAnyConfiguration(arm: string, of: (arm: string) => FeatureCell): FeatureCell {
  const { answer } = of(arm);
  if (answer !== 'no') return { answer };
  const [system] = arm.split('/');
  const other = findOutline(home.STUDY).arms.find(
    (each) => each.system === system && each.id !== arm && of(each.id).answer === 'yes',
  );
  return other
    ? { answer: 'partly', why: `Yes in another configuration: ${other.label}` }
    : { answer };
}

/** The ids of all sets. */
export async function answerSetIds(): Promise<string[]> {
  return [HOME, ...(await studyEntries()).map(({ id }) => id)];
}

/** Names of a study’s arms with the versions that were measured. */
async function namesIn(id: string, isHome: boolean): Promise<Shown['library']> {
  const answers = await studyAnswers(id);
  const study = outlineFor(id, answers);
  const notes = await systemNotes();
  return (arm) => {
    const own = answers.find(({ rows }) => rows.some((row) => row.arm === arm)) ?? answers[0];
    const environment = own?.result.environment ?? { versions: {} };
    const { href, muted: why, ...cell } = libraryCell(arm, { study, environment, notes });
    // A study is about its libraries whatever their authors advise; who chooses one should know.
    const muted = isHome || why === 'ours' ? why : undefined;
    return { ...cell, href: isHome ? href : undefined, muted };
  };
}
