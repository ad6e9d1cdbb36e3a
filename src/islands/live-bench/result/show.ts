import { formatRatio } from '../../../figures/format.ts';
import { colorOf, lookOf } from '../../../figures/palette.ts';
import { clone, fill, part } from '../parts.ts';
import { RatioFigure } from './ratio-figure.ts';
import type { Result, WorkloadResult } from '../../../report/model.ts';
import type { RatioLine } from '../../../report/ratios.ts';
import type { ArmRow, LackLine } from '../../../report/rows.ts';

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

function ratioItem(panel: HTMLElement, workload: string, line: RatioLine): HTMLElement {
  const item = clone(panel, 'ratio-template');
  const { arm, system, sentence, verdict, ratio, low, high, quoted } = line;
  Object.assign(item.dataset, { workload, arm });
  // Only numbers that exist: an attribute "undefined" would read as one.
  for (const [name, value] of Object.entries({ ratio, low, high })) {
    if (value !== undefined) item.dataset[name] = String(value);
  }
  fill(item, { sentence });
  glyph(item, system);
  paragraph(item, 'verdict', verdict);
  paragraph(item, 'quoted', quoted === undefined ? undefined : formatRatio(quoted));
  return item;
}

function armRow(panel: HTMLElement, workload: string, row: ArmRow): HTMLElement {
  const element = clone(panel, 'row-template');
  const { arm, system, ...texts } = row;
  Object.assign(element.dataset, { workload, arm });
  glyph(element, system);
  fill(element, texts);
  return element;
}

function lackRow(panel: HTMLElement, workload: string, lack: LackLine): HTMLElement {
  const element = clone(panel, 'lack-template');
  const { arm, system, label, reason } = lack;
  Object.assign(element.dataset, { workload, arm, lacks: '' });
  glyph(element, system);
  fill(element, { label, reason });
  return element;
}

function glyph(root: ParentNode, system: string): void {
  const element = part(root, 'glyph', HTMLElement);
  element.textContent = lookOf(system).glyph.filled;
  element.style.color = colorOf(system);
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
    ...texts.map((text) => {
      const item = document.createElement('li');
      item.textContent = text;
      return item;
    }),
  );
}
