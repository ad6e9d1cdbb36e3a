import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { typedFigures, withoutElements } from './testing/prose.ts';
import { findStudy } from '../libraries/studies/index.ts';
import { outlines } from '../libraries/studies/outlines.ts';

interface StudyFile {
  answering: Array<{ workloads: string[]; arms?: string[] }>;
  openQuestions?: Array<{ answer?: string; answered?: string }>;
}

/** Distances and the level of intervals, which are no results. */
const KNOWN = ['25 ms', '95 %'];

describe.each(outlines)('the text of $id', ({ id, workloads }) => {
  const text = readFileSync(`content/studies/${id}.mdx`, 'utf8');
  const [, head = '', body = ''] = text.split(/^---$/m);
  const { answering, openQuestions = [] } = parse(head) as StudyFile;

  it('begins with an answer, whose figures are elements or name what was done', () => {
    const [, answer = ''] = /^\s*<Answer>(.*?)<\/Answer>/s.exec(body) ?? [];
    expect(answer.match(/<(?:Number|Ratio)\b/g)?.length).toBeGreaterThan(1);
    const known = [...KNOWN, ...workloads.flatMap(({ label }) => typedFigures(label))];
    const typed = typedFigures(withoutElements(answer));
    expect(typed.filter((each) => !known.includes(each))).toEqual([]);
  });

  it('is of what a run measures unless it asks for others', () => {
    const usual = (items: ReadonlyArray<{ id: string; optional?: true }>) =>
      items.flatMap((item) => (item.optional ? [] : item.id));
    const study = findStudy(id);
    const [first] = answering;
    const operations = answering.flatMap((line) => line.workloads);
    expect(usual(study.workloads)).toContain(operations[0]);
    expect(operations).toEqual(expect.arrayContaining(usual(study.workloads)));
    const rows = first?.arms ?? usual(study.arms);
    expect(rows).toEqual(expect.arrayContaining(usual(study.arms)));
  });

  it('leaves at most five questions open', () => {
    const open = openQuestions.filter(({ answer, answered }) => !answer && !answered);
    expect(open.length).toBeLessThanOrEqual(5);
  });
});
