/** The run of an entry: what it compares, and what its page needs to measure that or to name the command. */
import { PUBLIC_BENCH_ORIGIN } from 'astro:env/client';
import { fileOf } from '../../journal/build.ts';
import type { EntryPage } from '../../journal/journal.ts';
import { studyAnswers, studyEntries } from '../../journal/studies.ts';
import { findStudy } from '../../libraries/studies/index.ts';
import type { AnyStudy } from '../../libraries/studies/study-types.ts';
import { findIn } from '../../libraries/systems/index.ts';
import { outlineFor } from '../../results/answer.ts';
import { clientName, libraryOf, publishedText } from '../../results/names.ts';
import { capitalized, formatRatio } from '../../results/numbers/format.ts';
import { ratioIn } from '../../results/pairs.ts';
import type { Ratio, Row } from '../../results/result.ts';
import { type Printed, printedRatio } from '../../results/tables/compared.ts';
import { configOf, runnableStudy, runnableWorkloads } from './config.ts';
import type { ComparedRun, LiveConfig } from './panel.ts';
import { headlineOf } from './sentences.ts';

export interface EntryRun {
  title: string;
  headline: string;
  told: string;
  compared: ComparedRun;
  /** What the page needs to run it; undefined if it takes the command. */
  config: LiveConfig | undefined;
  command: string;
  /** Why it takes the command, in a sentence. */
  why: string;
  /** Things that must be in place for the command, and the page that says how. */
  needs: { text: string; href: string } | undefined;
}

/** Time of the command, in seconds. */
export const COMMAND_SECONDS = 30;

/** @throws naming file and field of an operation or arm that the study lacks */
export async function entryRun(page: EntryPage): Promise<EntryRun | undefined> {
  const { entry } = page;
  const { run } = entry.data;
  if (run === undefined) return undefined;
  const { id } = page.study;
  const live = findStudy(id);
  const answers = await studyAnswers(id);
  const outline = outlineFor(id, answers);
  const study = findIn(`${fileOf(entry)} study`, await studyEntries(), id);
  const pair = run.pair ?? study.data.pair;
  for (const arm of [pair.of, pair.to]) findIn(`${fileOf(entry)} run.pair`, outline.arms, arm);
  // The study’s words are about the first library of its own pair.
  const systemOf = (arm: string) => outline.arms.find(({ id: each }) => each === arm)?.system;
  const isNeeded = [pair.of, pair.to].some((arm) => systemOf(arm) === systemOf(study.data.pair.of));
  const extra = isNeeded ? study.data.command : undefined;
  const near = answers.filter(({ roundTripMs }) => roundTripMs === 0);
  const client = near.find((each) => each.client === 'browser')?.client ?? near[0]?.client;
  const answerTo = (workload: string) =>
    near.find((each) => each.workload === workload && each.client === client);
  const arms = armsHere(live, pair);
  const ratioOf = (workload: string, of: string): Ratio | undefined =>
    ratioIn(answerTo(workload)?.rows ?? [], of, pair.to);
  const operations = run.workloads.map((workload) => {
    const found = findIn(`${fileOf(entry)} run.workloads`, live.workloads, workload);
    const printed = printedOf(page, workload);
    return {
      workload,
      label: found.label,
      how: howOf(found, printed?.operations),
      theirs: printed?.theirs,
      ours: ratioOf(workload, pair.of),
    };
  });
  const first = operations.find(({ ours }) => ours) ?? operations[0];
  const answer = answerTo(first?.workload ?? '');
  const from = clientName(client ?? 'unknown', answer?.result.environment.setting);
  const ratios = operations.map(({ workload }) => [workload, ratioOf(workload, arms?.of ?? '')]);
  const compared: ComparedRun = {
    of: pair.names[0],
    to: pair.names[1],
    client: from.replace(/^an? /, ''),
    operations,
    pair,
    arms: arms ?? pair,
    standIn:
      arms && arms.of !== pair.of
        ? {
            label: libraryOf(outline, arms.of).label,
            ratios: Object.fromEntries(ratios) as Record<string, Ratio | undefined>,
          }
        : undefined,
    at: answer && placeOf(answer.rows),
    published: answer ? publishedText(answer.result) : 'We have not measured these operations.',
  };
  const inPage = runnableStudy(id);
  const isRunnable =
    inPage !== undefined &&
    run.workloads.every((each) => runnableWorkloads(inPage).some((known) => known.id === each));
  const whose = [
    operations.some(({ theirs }) => theirs) && 'theirs',
    'ours',
    isRunnable && arms && 'yours',
  ].filter((each) => typeof each === 'string');
  const headline = headlineOf(
    { caption: `${first?.label} from ${from}, same machine`, rows: [...(answer?.rows ?? [])] },
    pair,
  );
  return {
    title:
      whose.length === 1 ? 'Run it again' : capitalized(new Intl.ListFormat('en-GB').format(whose)),
    headline: first?.theirs
      ? `${headline} The source’s figures give ${formatRatio(first.theirs.ratio.value)}.`
      : headline,
    told: compared.published,
    compared,
    config:
      arms && isRunnable ? { ...configOf(live, PUBLIC_BENCH_ORIGIN ?? ''), compared } : undefined,
    command: [
      `npm run measure -- ${id}`,
      `--workloads ${run.workloads.join(',')}`,
      `--arms ${pair.to},${pair.of}`,
      ...(extra?.flags === undefined ? [] : [extra.flags]),
      `--time ${COMMAND_SECONDS}`,
    ].join(' '),
    needs: extra && { text: extra.needs, href: extra.href },
    why: isRunnable
      ? `This server lacks ${pair.names[0]}, so no page can run it here.`
      : 'No browser can run this.',
  };
}

const placeOf = ([row]: readonly Row[]): ComparedRun['at'] =>
  row && { client: row.client, place: row.place };

/** The two arms as they can run here, the first of them by the code that stands in for it; undefined if neither can. */
function armsHere(
  { arms, original }: AnyStudy,
  { of, to }: { of: string; to: string },
): { of: string; to: string } | undefined {
  const standIn = original?.arms.includes(of) ? original.standIn : undefined;
  const isHere = (arm: string | undefined) => arms.some(({ id }) => id === arm);
  const own = [of, standIn].find((arm) => isHere(arm));
  return own !== undefined && isHere(to) ? { of: own, to } : undefined;
}

/** An operation as the entry’s source printed it of two libraries, or of one. */
function printedOf(
  { study, quoted }: EntryPage,
  workload: string,
): { theirs: Printed | undefined; operations: number | undefined } | undefined {
  const { quotedReference = study.reference } = study;
  const all = quoted.map(({ rows }) =>
    rows.flatMap((row) => (row.workload === workload && row.quoted ? row.quoted : [])),
  );
  const found = all.map((results) => {
    const to = results.find(({ arm }) => arm === quotedReference);
    const of = results.find(({ arm }) => arm !== quotedReference);
    return { theirs: to && of && printedRatio(of, to), operations: (of ?? to)?.operations };
  });
  return found.find(({ theirs }) => theirs) ?? found.find(({ operations }) => operations);
}

/** `100 in a row`; undefined of an operation whose label says it. */
function howOf(
  { callsPerOperation = 1, cycle = 1 }: AnyStudy['workloads'][number],
  operations: number | undefined,
): string | undefined {
  if (operations === undefined || operations < 2 || callsPerOperation > 1) return undefined;
  return cycle === 2 ? `${operations / cycle} pairs` : `${operations} in a row`;
}
