/** A record as HTML that needs no script: the answer, the picture, every number, and how it was measured. */
import { parseHTML } from 'linkedom';
import { beside } from '../figures/beside.ts';
import { draw, type Figure, roundGeometry } from '../figures/figure.ts';
import { NONE } from '../numbers/format.ts';
import { withOutsideOf } from '../harness/plan/index.ts';
import type { SessionRecord } from '../harness/record/index.ts';
import type { RunEnded } from '../harness/run/index.ts';
import { analyseInterim } from '../harness/statistics/index.ts';
import { escaped } from './choose-html.ts';
import { answerLines, originOf } from './first-screen.ts';
import { type Result, resultOf, type WorkloadResult } from './model.ts';
import { commandOf } from './where.ts';
import { findStudy } from '../studies/index.ts';
import type { AnyStudy } from '../studies/own-operations.ts';

/** Widths of the two drawings, in px: shrinking the wide one would make its text too small to read. */
const WIDTHS = { wide: 720, narrow: 342 };

/**
 * @returns its title, and what stands below that, without scripts and without an address that it would ask
 * @throws RangeError naming the study, when there is none of that name
 */
export function recordHtml(
  record: SessionRecord,
  end: RunEnded = endOf(record),
): { title: string; html: string } {
  const study = studyOf(record);
  const result = resultOf({ study, record, end });
  const { first, facts, summary, caution, warnings, notices, discarded } = result;
  const outside = (record.environment.outside ?? []).map(({ label }) => label);
  const title =
    outside.length === 0 ? result.title : `${outside.join(', ')} beside ${result.reference}`;
  const html = `${list(answerLines(first), 'answer')}
${drawing((width) => beside({ ...first.figure, width }))}
<p class="rt-muted">${escaped(originOf(result.finding))} ${escaped(result.implementation ?? '')}</p>
${paragraph(caution)}
${warnings.length === 0 ? '' : `<h2>First, the noise</h2>${list(warnings)}`}
${result.workloads.map((workload) => workloadHtml(workload, result)).join('\n')}
<h2>How it was measured</h2>
${paragraph(summary)}
${paragraph(`Ratios are an arm’s time ÷ ${result.reference}’s, with 95 % intervals. Arms took turns in shuffled order; what counts as one observation is a session. Times are medians.`)}
${paragraph(discarded.summary)}
${list([...discarded.lines, ...notices])}
<dl>${facts.map(({ term, value }) => `<dt>${escaped(term)}</dt><dd>${escaped(value)}</dd>`).join('')}</dl>
<p>The same in a checkout of Roundtrip: <code>${escaped(commandOf(record))}</code></p>`;
  return { title, html };
}

/** The study with the contestants that the record names. Those are read about here, and not called. */
function studyOf({ study: id, environment }: SessionRecord): AnyStudy {
  const study = findStudy(id);
  const { arms, subjects } = withOutsideOf(study, [environment]);
  const load = () => Promise.reject(new Error('got an arm of a record, expected one to open'));
  const known = (own: string) => study.arms.find((arm) => arm.id === own);
  return { ...study, subjects, arms: arms.map((arm) => known(arm.id) ?? { ...arm, load }) };
}

/** How a run of a record came to its end, as far as the record tells. */
function endOf(record: SessionRecord): RunEnded {
  const { rule, workloads } = record.plan;
  if (record.partial === true) return { type: 'cancelled' };
  if (rule !== 'until-decided')
    return { type: 'complete', because: rule === 'fixed' ? 'rounds' : 'time' };
  const { decided } = analyseInterim(record, studyOf(record));
  return { type: 'complete', because: decided.length === workloads.length ? 'decided' : 'time' };
}

function workloadHtml(workload: WorkloadResult, { reference }: Result): string {
  const { label, question, rows, lacks, control } = workload;
  const head = [
    'arm',
    'median',
    '95 % interval',
    `÷ ${reference}`,
    '95 % interval',
    'verdict',
    'round trips',
  ];
  const body = rows.map((row) => [
    row.counted === '' ? row.label : `${row.label} (${row.counted})`,
    ...[row.median, row.range, row.ratio ?? NONE, row.ratioRange, row.judged, row.roundTrips],
  ]);
  const cells = (tag: string, [first = '', ...numbers]: readonly string[]) =>
    `<tr><th scope="${tag === 'th' ? 'col' : 'row'}">${escaped(first)}</th>${numbers
      .map((text) => `<${tag} class="rt-number">${escaped(text)}</${tag}>`)
      .join('')}</tr>`;
  return `<h2>${escaped(label)}</h2>
<p class="rt-muted">${escaped(question)}</p>
<div class="rt-table not-content" tabindex="0" role="group" aria-label="${escaped(label)}"><table><thead>${cells('th', head)}</thead><tbody>${body.map((row) => cells('td', row)).join('')}</tbody></table></div>
${list(rows.flatMap((row) => (row.failure === '' ? [] : `${row.label}: ${row.failure}`)))}
${list(lacks.map((lack) => `${lack.label}: cannot do this. ${lack.reason}`))}
${paragraph(control && `${reference} against itself: ${control}`)}`;
}

function drawing(figure: (width: number) => Figure): string {
  const { document } = parseHTML('<!doctype html><html><body></body></html>');
  return `<figure class="rt-figure not-content">${Object.entries(WIDTHS)
    .map(([name, width]) => {
      const drawn = draw(figure(width), { document });
      roundGeometry(drawn);
      return `<div class="rt-figure-${name}">${drawn.outerHTML}</div>`;
    })
    .join('')}</figure>`;
}

const paragraph = (text: string | undefined): string =>
  text === undefined || text === '' ? '' : `<p>${escaped(text)}</p>`;

const list = (lines: readonly string[], name = ''): string =>
  lines.length === 0
    ? ''
    : `<ul class="${name}">${lines.map((line) => `<li>${escaped(line)}</li>`).join('')}</ul>`;
