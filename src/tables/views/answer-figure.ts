/** The small figure beside an entry's answer: a few workloads of its headline subject. */
import type { BesideData } from '../../figures/beside.ts';
import type { EntryPage } from '../../journal/entries.ts';
import { answersOf, headlineOf } from '../../report/answer.ts';
import { besideRows, findingParty, type Party } from '../../report/first-screen.ts';
import { type Finding, findingOf } from '../../report/finding.ts';
import { armNames, capital } from '../../report/words.ts';

/** Workloads that are drawn. */
const MOST_ROWS = 2;

/** Data of the figure; undefined for an entry that has no ratio. */
export function answerFigure(page: EntryPage): Omit<BesideData, 'width'> | undefined {
  const { study, runs, quoted } = page;
  const findings = runs.map(({ record, analysis }) => findingOf(record, analysis, 'complete'));
  const [finding] = findings.filter(({ environment }) => environment.network === undefined);
  const stated = quoted.flatMap(({ ratios }) => ratios);
  const arm =
    (finding && headlineOf(study, finding)) ??
    study.subjects.find((id) => stated.some((ratio) => ratio.arm.id === id));
  if (arm === undefined) return undefined;
  const party = finding === undefined ? quotedOf(stated) : measuredOf(study, finding, arm);
  const workloads = study.workloads
    .map(({ id }) => id)
    .filter((id) => party.ratios.some((ratio) => ratio.workload === id && ratio.arm === arm));
  if (workloads.length === 0) return undefined;
  const names = armNames(study);
  // What a source measured it against may be none of the arms that run.
  const { reference, quotedReference = reference } = study;
  const against = { ...study, reference: finding === undefined ? quotedReference : reference };
  const rows = besideRows(against, [party], workloads.slice(0, MOST_ROWS), arm);
  const { spoken } = names(arm, finding === undefined ? 'quoted' : undefined);
  return { ...rows, arm: spoken, title: `${capital(spoken)} against ${rows.reference}` };
}

function quotedOf(stated: EntryPage['quoted'][number]['ratios']): Party {
  const ratios = stated.map(({ workload, arm, ratio }) => ({
    ...{ workload: workload.id, arm: arm.id, ratio },
  }));
  return { whose: 'quoted', name: '', ratios };
}

function measuredOf(study: EntryPage['study'], finding: Finding, arm: string): Party {
  const said = new Set(answersOf(study, finding, '').map(({ workload }) => workload));
  const party = findingParty(study, finding, 'published', arm);
  return { ...party, ratios: party.ratios.filter(({ workload }) => said.has(workload)) };
}
