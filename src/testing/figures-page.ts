/** The figures of a result in a page: bundled for a test, which runs it in a page and beside it. */
import { beside, type BesideData } from '../figures/beside.ts';
import { distribution, type DistributionData } from '../figures/times.ts';
import { draw, type Figure } from '../figures/figure.ts';
import { overTime, type OverTimeData } from '../figures/over-time.ts';
import { partsOfACall } from '../figures/parts-of-a-call.ts';
import { readRecord } from '../harness/record/index.ts';
import { analyse } from '../harness/statistics/index.ts';
import { findingOf } from '../report/finding.ts';
import { besideGroups, findingParty } from '../report/parties.ts';
import { distributionOf, overTimeOf, whyOf } from '../report/result-figures.ts';

export { draw };

/** What the figures are made from, but for their width. */
export interface ResultFigures {
  beside: Omit<BesideData, 'width'>;
  parts: Omit<Parameters<typeof partsOfACall>[0], 'width'>;
  distribution: Omit<DistributionData, 'width'>;
  overTime: Omit<OverTimeData, 'width'>;
}

const SUBJECT = 'lumenize/hibernating';
const workloads = ['increment', 'get-value', 'mixed'];
/** The record’s study by a few names. */
const study = {
  ...{ id: 'lumenize-vs-capnweb', title: 'Lumenize’s protocol and Cap’n Web' },
  arms: ['raw-websocket/in-memory', SUBJECT, 'capnweb/in-memory'].map((id) => {
    return { id, label: id, system: id.replace(/\/.*/, '') };
  }),
  workloads: workloads.map((id) => ({ id, label: id, question: `How long does ${id} take?` })),
  ...{ baseline: 'raw-websocket/in-memory', reference: 'capnweb/in-memory' },
  ...{ subjects: [SUBJECT], margin: 0.05 },
};

/** The data of every figure, from one published record. */
export function resultOf(path: string, text: string): ResultFigures {
  const record = readRecord(text, path);
  if (!('sessions' in record)) throw new Error(`got another record in ${path}, expected sessions`);
  const finding = findingOf(record, analyse(record, study), 'complete');
  const parties = [findingParty(finding, 'published'), findingParty(finding, 'yours')];
  const why = whyOf(study, finding);
  const spread = distributionOf(study, finding, 'increment');
  const run = overTimeOf(study, record, 'get-value');
  if (why === undefined || spread === undefined || run === undefined) {
    throw new Error(`got a figure without data from ${path}, expected all of them`);
  }
  const groups = besideGroups(study, finding, parties);
  const beside = { groups, reference: 'capnweb/in-memory', title: 'Beside' };
  return { beside, parts: why, distribution: spread, overTime: run };
}

/** Every figure at a width in px. */
export function figuresOf(data: ResultFigures, width: number): Figure[] {
  return [
    beside({ ...data.beside, width }),
    partsOfACall({ ...data.parts, width }),
    distribution({ ...data.distribution, width }),
    overTime({ ...data.overTime, width }),
  ];
}

/** The markup of every figure, drawn here. */
export function drawnHere(data: ResultFigures, width: number): string[] {
  return figuresOf(data, width).map((figure) => markupOf(draw(figure, { document })));
}

/** The markup of drawings that were sent as text, once this browser has read it. */
export function readHere(texts: readonly string[]): string[] {
  return texts.map((text) => {
    const template = document.createElement('template');
    template.innerHTML = text;
    const [drawing] = template.content.children;
    if (drawing === undefined) throw new Error(`got "${text}", expected a drawing`);
    return markupOf(drawing);
  });
}

/** Attributes by name: in which order they were set means nothing, and linkedom keeps another. */
function markupOf(drawing: Element): string {
  for (const element of [drawing, ...drawing.querySelectorAll('*')]) {
    const attributes = [...element.attributes].sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const attribute of attributes) element.removeAttributeNode(attribute);
    for (const attribute of attributes) element.setAttributeNode(attribute);
  }
  return drawing.outerHTML;
}
