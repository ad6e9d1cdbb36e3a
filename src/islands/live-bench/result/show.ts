import { beside } from '../../../figures/beside.ts';
import { distribution } from '../../../figures/times.ts';
import { draw, type Figure } from '../../../figures/figure.ts';
import { overTime } from '../../../figures/over-time.ts';
import { colorOf, lookOf } from '../../../tables/palette.ts';
import { partsOfACall } from '../../../figures/parts-of-a-call.ts';
import { asAsked } from '../../../harness/plan/index.ts';
import { type FirstScreen, firstScreenOf, originOf } from '../../../report/first-screen.ts';
import type { Finding } from '../../../report/finding.ts';
import type { Beside } from '../../../report/parties.ts';
import type { Result, WorkloadResult } from '../../../report/model.ts';
import type { ArmRow, LackLine } from '../../../report/rows.ts';
import { countOf } from '../../../report/words.ts';
import { findStudy } from '../../../studies/index.ts';
import { clone, fill, part } from '../../dom.ts';
import { labAddress, type PlannedRun } from '../query.ts';

/** A place for one drawing, drawn anew when its room changes. */
class Drawing {
  static readonly #drawings = new WeakMap<HTMLElement, Drawing>();
  readonly #host: HTMLElement;
  #figure: ((width: number) => Figure) | undefined;
  #width = 0;

  /** The drawing of this place, always the same. */
  static in(host: HTMLElement): Drawing {
    const known = this.#drawings.get(host) ?? new Drawing(host);
    this.#drawings.set(host, known);
    return known;
  }

  private constructor(host: HTMLElement) {
    this.#host = host;
    // Also tells the width when the place is shown at first.
    new ResizeObserver(() => this.#draw()).observe(host);
  }

  /** @param figure the figure at a width in px */
  show(figure: (width: number) => Figure): void {
    this.#figure = figure;
    this.#width = 0;
    this.#draw();
  }

  #draw(): void {
    const width = this.#host.clientWidth;
    if (this.#figure === undefined || width === 0 || width === this.#width) return;
    this.#width = width;
    this.#host.replaceChildren(draw(this.#figure(width), { document }));
  }
}

/** Sets a part's text, in its slot of the same name; hides the part when there is none. */
export function paragraph(root: ParentNode, name: string, text: string | undefined): void {
  part(root, name, HTMLElement).hidden = text === undefined;
  fill(root, { [name]: text ?? '' });
}

/** Fills a list; hides the part around it when there is nothing to list. */
function lines(root: ParentNode, name: string, texts: readonly string[]): void {
  const box = part(root, name, HTMLElement);
  box.hidden = texts.length === 0;
  const list = part(box, 'list', HTMLElement);
  list.replaceChildren(
    ...texts.map((text) => Object.assign(document.createElement('li'), { textContent: text })),
  );
}

/** Fills the answer, the figure and the reason of a result's panel. */
function showFirst(panel: HTMLElement, first: FirstScreen, goOn?: string): void {
  const { answers, key, figure, why } = first;
  part(panel, 'answers', HTMLElement).replaceChildren(
    ...answers.map(({ workload, arm, outcome, found, sentence }) => {
      const item = clone(panel, 'answer-template');
      Object.assign(item.dataset, { workload, arm, outcome });
      setRatio(item, found);
      fill(item, { sentence });
      return item;
    }),
  );
  paragraph(panel, 'go-on', goOn);
  part(panel, 'beside-figure', HTMLElement).hidden = answers.length === 0;
  part(panel, 'key', HTMLElement).replaceChildren(
    ...key.map(({ whose, short, name }) => {
      const item = clone(panel, 'key-template');
      item.dataset['whose'] = whose;
      fill(item, { short, name });
      return item;
    }),
  );
  Drawing.in(part(panel, 'beside-drawing', HTMLElement)).show((width) =>
    beside({ ...figure, width }),
  );
  part(panel, 'why', HTMLElement).hidden = why === undefined;
  if (why === undefined) return;
  fill(panel, { 'why-title': why.title });
  Drawing.in(part(panel, 'why-drawing', HTMLElement)).show((width) =>
    partsOfACall({ ...why, width }),
  );
}

/**
 * Fills the panel with a finding: its answer, figure and reason. Nothing else of it is here.
 *
 * @throws RangeError naming the study, when there is none of that name
 */
export function showFinding(
  root: HTMLElement,
  finding: Finding,
  whose: 'yours' | 'theirs',
  beside: Beside,
): void {
  const panel = part(root, 'result', HTMLElement);
  const study = asAsked(findStudy(finding.study), finding.plan);
  const first = firstScreenOf(study, finding, whose, beside);
  fill(panel, { heading: whose === 'theirs' ? 'Somebody’s result' : 'Your result', note: '' });
  paragraph(panel, 'origin', originOf(finding));
  for (const name of ['caution', 'implementation']) paragraph(panel, name, undefined);
  showFirst(panel, first);
}

/** Fills the server-rendered result panel. */
export function showResult(root: HTMLElement, result: Result): void {
  const panel = part(root, 'result', HTMLElement);
  const { heading, summary, caution, warnings, notices, discarded } = result;
  fill(panel, { heading, summary, note: '', reference: result.reference });
  paragraph(panel, 'origin', undefined);
  showFirst(panel, result.first, result.goOn);
  paragraph(panel, 'implementation', result.implementation);
  paragraph(panel, 'caution', caution);
  lines(panel, 'warnings', warnings);
  lines(panel, 'notices', notices);
  lines(panel, 'discarded', discarded.lines);
  fill(panel, {
    discarded: discarded.summary,
    'fold-numbers': countOf(result.workloads.length, 'workload'),
    'fold-odd': `${countOf(notices.length, 'notice')}, ${discarded.count} discarded`,
  });
  part(panel, 'keep-going', HTMLElement).hidden = !result.canGoOn;
  // One way on stands out.
  part(panel, 'again', HTMLElement).classList.toggle('rt-primary', !result.canGoOn);
  for (const fold of panel.querySelectorAll('details')) fold.open = false;
  part(panel, 'workloads', HTMLElement).replaceChildren(
    ...result.workloads.map((workload) => workloadSection(panel, workload, result.reference)),
  );
  part(panel, 'facts', HTMLElement).replaceChildren(
    ...result.facts.map(({ term, value }) => {
      const fact = clone(panel, 'fact-template');
      fill(fact, { term, value });
      return fact;
    }),
  );
}

function workloadSection(
  panel: HTMLElement,
  workload: WorkloadResult,
  reference: string,
): HTMLElement {
  const section = clone(panel, 'workload-template');
  const { id, label, question, control, rows, lacks, levels } = workload;
  section.dataset['workload'] = id;
  fill(section, { label, question, levels, reference });
  paragraph(section, 'control', control);
  part(section, 'table', HTMLElement).setAttribute('aria-label', `${label}: every arm`);
  drawn(section, 'distribution', distribution, workload.distribution);
  drawn(section, 'over-time', overTime, workload.overTime);
  part(section, 'rows', HTMLElement).replaceChildren(
    ...rows.map((row) => armRow(panel, id, row)),
    ...lacks.map((lack) => lackRow(panel, id, lack)),
  );
  return section;
}

/** Draws a figure once its fold is open; hides its place when there is none. */
function drawn<Data>(
  section: HTMLElement,
  name: string,
  figure: (data: Data & { width: number }) => Figure,
  data: Data | undefined,
): void {
  const box = part(section, name, HTMLElement);
  box.hidden = data === undefined;
  if (data === undefined) return;
  const { title, note } = figure({ ...data, width: 400 });
  fill(box, { [`${name}-title`]: title, [`${name}-note`]: note });
  Drawing.in(part(box, 'drawing', HTMLElement)).show((width) => figure({ ...data, width }));
}

/** Notes a ratio with the ends of its interval on an element, for tests and scripts of others. */
function setRatio(
  { dataset }: HTMLElement,
  found: Partial<Record<'ratio' | 'low' | 'high', number | undefined>>,
): void {
  for (const name of ['ratio', 'low', 'high'] as const) {
    const value = found[name];
    // Only numbers that exist: an attribute "undefined" would read as one.
    if (value !== undefined) dataset[name] = String(value);
  }
}

/** A copy of an arm's template for one workload, with its mark and its texts. */
function armElement(
  panel: HTMLElement,
  template: string,
  workload: string,
  { arm, system }: Pick<ArmRow, 'arm' | 'system'>,
  texts: Readonly<Record<string, string>>,
): HTMLElement {
  const element = clone(panel, template);
  Object.assign(element.dataset, { workload, arm });
  const glyph = part(element, 'glyph', HTMLElement);
  glyph.textContent = lookOf(system).glyph.filled;
  glyph.style.color = colorOf(system);
  fill(element, texts);
  return element;
}

function armRow(
  panel: HTMLElement,
  workload: string,
  row: WorkloadResult['rows'][number],
): HTMLElement {
  const { label, counted, failure, median, range, p99, rate, detail } = row;
  const { frames, roundTrips, bytes, connect, ratio = '', ratioRange, judged, flat = {} } = row;
  const element = armElement(panel, 'row-template', workload, row, {
    ...{ label, counted, failure, median, range, p99, rate, detail },
    ...{ frames, roundTrips, bytes, ratio, ratioRange, judged },
  });
  setRatio(element, flat);
  paragraph(element, 'connect', connect);
  return element;
}

function lackRow(panel: HTMLElement, workload: string, lack: LackLine): HTMLElement {
  const { label, reason } = lack;
  const row = armElement(panel, 'lack-template', workload, lack, { label, reason });
  row.dataset['lacks'] = '';
  return row;
}

/** Lets the result lead to its plan. */
export function linkPlan(root: ParentNode, run: PlannedRun, bench: string): void {
  part(root, 'plan-link', HTMLAnchorElement).href = labAddress(run, bench);
}
