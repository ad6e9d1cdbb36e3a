import { draw } from '../../figures/figure.ts';
import { formatRatio } from '../../figures/format.ts';
import { colorOf, lookOf } from '../../figures/palette.ts';
import { ratios } from '../../figures/ratios.ts';
import { type SessionRecord, writeRecord } from '../../harness/record/index.ts';
import { resultMarkdown } from '../../report/markdown.ts';
import type { Result, WorkloadResult } from '../../report/model.ts';
import type { RatioLine } from '../../report/ratios.ts';
import type { ArmRow, LackLine } from '../../report/rows.ts';
import { clone, fill, part } from '../dom.ts';

/** The figure of this run's ratios beside the quoted ones; drawn anew when its room changes. */
class RatioFigure {
  static readonly #figures = new WeakMap<HTMLElement, RatioFigure>();
  readonly #box: HTMLElement;
  readonly #host: HTMLElement;
  #result: Result | undefined;
  #width = 0;

  static for(panel: HTMLElement): RatioFigure {
    const known = this.#figures.get(panel) ?? new RatioFigure(panel);
    this.#figures.set(panel, known);
    return known;
  }

  private constructor(panel: HTMLElement) {
    this.#box = part(panel, 'ratio-figure', HTMLElement);
    this.#host = part(panel, 'ratio-drawing', HTMLElement);
    // Also tells the width when the panel is shown at first.
    new ResizeObserver(() => this.#draw()).observe(this.#host);
  }

  show(result: Result): void {
    this.#result = result;
    this.#box.hidden = result.marks.length === 0;
    this.#width = 0;
    this.#draw();
  }

  #draw(): void {
    const width = this.#host.clientWidth;
    if (this.#result === undefined || width === 0 || width === this.#width) return;
    this.#width = width;
    const { marks: rows, reference, margin } = this.#result;
    const figure = draw(ratios({ rows, width, reference, margin }), { document });
    this.#host.replaceChildren(figure);
  }
}

/** Fills the server-rendered result panel. */
export function showResult(root: HTMLElement, result: Result): void {
  const panel = part(root, 'result', HTMLElement);
  const { heading, caution, settingNote, correction, warnings, notices, voids } = result;
  fill(panel, { heading, note: '' });
  paragraph(panel, 'caution', caution);
  paragraph(panel, 'setting-note', settingNote);
  paragraph(panel, 'correction', correction);
  lines(panel, 'warnings', warnings);
  lines(panel, 'notices', notices);
  lines(panel, 'voids', voids.lines);
  fill(panel, { voids: voids.summary });
  part(panel, 'markdown-box', HTMLElement).hidden = true;
  part(panel, 'keep-going', HTMLElement).hidden = !result.canGoOn;
  // One way on stands out.
  part(panel, 'again', HTMLElement).classList.toggle('rt-primary', !result.canGoOn);
  RatioFigure.for(panel).show(result);
  part(panel, 'workloads', HTMLElement).replaceChildren(
    ...result.workloads.map((workload) => workloadSection(panel, workload)),
  );
  part(panel, 'facts', HTMLElement).replaceChildren(
    ...result.facts.map(({ term, value }) => {
      const fact = clone(panel, 'fact-template');
      fill(fact, { term, value });
      return fact;
    }),
  );
}

function workloadSection(panel: HTMLElement, workload: WorkloadResult): HTMLElement {
  const section = clone(panel, 'workload-template');
  const { id, label, question, ratios, twin, rows, lacks, levels } = workload;
  section.dataset['workload'] = id;
  fill(section, { label, question, levels });
  paragraph(section, 'twin', twin);
  part(section, 'table', HTMLElement).setAttribute('aria-label', `${label}: every arm`);
  part(section, 'ratios', HTMLElement).replaceChildren(
    ...ratios.map((ratio) => ratioItem(panel, id, ratio)),
  );
  part(section, 'rows', HTMLElement).replaceChildren(
    ...rows.map((row) => armRow(panel, id, row)),
    ...lacks.map((lack) => lackRow(panel, id, lack)),
  );
  return section;
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

function ratioItem(panel: HTMLElement, workload: string, line: RatioLine): HTMLElement {
  const { sentence, verdict, ratio, low, high, quoted } = line;
  const item = armElement(panel, 'ratio-template', workload, line, { sentence });
  // Only numbers that exist: an attribute "undefined" would read as one.
  for (const [name, value] of Object.entries({ ratio, low, high })) {
    if (value !== undefined) item.dataset[name] = String(value);
  }
  paragraph(item, 'verdict', verdict);
  paragraph(item, 'quoted', quoted === undefined ? undefined : formatRatio(quoted));
  return item;
}

function armRow(panel: HTMLElement, workload: string, row: ArmRow): HTMLElement {
  // Its ratio stands in a sentence above the table.
  const { label, counted, median, range, p99, rate, detail } = row;
  const { frames, roundTrips, bytes, connect } = row;
  const times = { label, counted, median, range, p99, rate, detail };
  const traffic = { frames, roundTrips, bytes, connect };
  return armElement(panel, 'row-template', workload, row, { ...times, ...traffic });
}

function lackRow(panel: HTMLElement, workload: string, lack: LackLine): HTMLElement {
  const { label, reason } = lack;
  const row = armElement(panel, 'lack-template', workload, lack, { label, reason });
  row.dataset['lacks'] = '';
  return row;
}

/** Sets a part's text, in its slot of the same name; hides the part when there is none. */
function paragraph(root: ParentNode, name: string, text: string | undefined): void {
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

/** Copies the result as Markdown; where the browser refuses, shows it ready to be copied by hand. */
export async function copy(root: ParentNode, result: Result): Promise<void> {
  const text = resultMarkdown(result, location.href.replace(/[?#].*$/, ''));
  const field = part(root, 'markdown', HTMLTextAreaElement);
  const box = part(root, 'markdown-box', HTMLElement);
  box.hidden = true;
  try {
    await navigator.clipboard.writeText(text);
    return fill(root, { note: 'Copied.' });
  } catch {
    // Refused, or no secure context: the field below is the way that always works.
  }
  box.hidden = false;
  field.value = text;
  field.focus();
  field.select();
  field.scrollTop = 0;
  fill(root, { note: 'The browser does not let this page copy. The text below is selected.' });
}

/** Offers the record as a file: `lumenize-vs-capnweb-2026-11-21-142209.json`. */
export function download(record: SessionRecord): void {
  const blob = new Blob([writeRecord(record)], { type: 'application/json' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = fileName(record);
  link.click();
  // Some browsers fetch the blob only after the click was handled.
  window.setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Name of a record's file, from its study and its start in UTC. */
export function fileName({ study, startedAt }: Pick<SessionRecord, 'study' | 'startedAt'>): string {
  const [day = '', time = ''] = startedAt.split('T');
  return `${study}-${day}-${time.slice(0, 8).replaceAll(':', '')}.json`;
}
