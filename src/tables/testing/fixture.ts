/** Pages of entries for tests: quoted records in short, joined with their study as a page joins them. */
import { referenceOf } from '../../journal/runs.ts';
import { quotedRun } from '../../journal/testing/entries.ts';
import { armNames } from '../../report/words.ts';
import { findOutline } from '../../studies/outlines.ts';
import type { ViewPage } from '../views/page.ts';

/** The parts of a record that a test cares about, with the last part of its id; the rest is filled in. */
type RecordSketch = Omit<NonNullable<Parameters<typeof quotedRun>[1]>, 'study'> & {
  name: string;
  results?: unknown[];
};

/** The parts of an entry that a test cares about. */
export interface EntrySketch {
  study: string;
  records: readonly RecordSketch[];
  views?: ViewPage['entry']['data']['views'];
}

/** @throws ZodError when a sketch makes no valid record */
export function entryOf(sketch: EntrySketch): ViewPage {
  const study = findOutline(sketch.study);
  const names = armNames(study);
  const quoted = sketch.records.map(({ results = [], setting = 'local', ...rest }) =>
    quotedRun(results, { ...rest, setting, study: study.id }),
  );
  return {
    study,
    runs: [],
    quoted,
    names,
    reference: names(referenceOf(study, quoted)).label,
    entry: {
      id: `${study.id}/entry`,
      data: { views: sketch.views ?? [] },
    },
  };
}

/** A figure of a record, measured by its source unless the sketch says otherwise. */
export function figure(id: string, unit: string, value: number | readonly [number, number]) {
  const amount = typeof value === 'number' ? { value } : { low: value[0], high: value[1] };
  return { id, label: `Label of ${id}`, unit, origin: 'measured', ...amount };
}
