import { describe, expect, it } from 'vitest';
import { MOST_MARKS, overTime, type OverTimeData, type OverTimeSeries } from './over-time.ts';
import { attributes, plain, textsOf, textsOutside, WIDTHS } from './testing/drawing.ts';

function series(ratios: readonly number[], parts: Partial<OverTimeSeries> = {}): OverTimeSeries {
  const sessions = ratios.map((ratio, index) => ({ session: index + 1, ratio }));
  return { label: 'Lumenize’s protocol', system: 'lumenize', sessions, ratio: 0.93, ...parts };
}

const subject = series([0.9, 0.91, 0.95, 0.96], { low: 0.88, high: 0.98 });
const control = series([1.02, 0.98, 1, 1], {
  ...{ label: 'Cap’n Web, A/A control', system: 'twin', ratio: 1 },
});
const title = 'Did the ratio change during the run? One call that writes';
const figure = (parts: Partial<OverTimeData> = {}) =>
  overTime({ subject, control, reference: 'Cap’n Web', title, width: 646, ...parts });

const marksOf = (system: string) => `path[fill="var(--rt-system-${system})"]`;
/** Where the marks of a system stand, in px. */
function places(drawn: ReturnType<typeof figure>, system: string): number[][] {
  const all = attributes(drawn, marksOf(system), 'transform');
  return all.map((each) => [...(each ?? '').matchAll(/[\d.]+/g)].map(Number));
}

describe('over time', () => {
  it('says the whole, the ends and the halves of both in its name', () => {
    expect(plain(figure().label)).toBe(
      'Did the ratio change during the run? One call that writes. Lumenize’s protocol: 0.93× (0.88–0.98); 4 sessions from 0.90× to 0.96×, the first half 0.90×, the second 0.95×. Cap’n Web, A/A control: 1.00×; 4 sessions from 0.98× to 1.02×, the first half 1.00×, the second 1.00×.',
    );
  });

  it('tells what a mark and the band are', () => {
    expect(figure().note).toBe(
      'Each mark is a session, with connections and objects of its own. The band is the interval of the whole run. A run that drifts has marks that climb or fall; Cap’n Web against itself shows what noise alone does.',
    );
    expect(figure({ subject: series([1, 1]), control: undefined }).note).toBe(
      'Each mark is a session, with connections and objects of its own. A run that drifts has marks that climb or fall.',
    );
  });

  it('draws a mark a session, in their order, slower ones higher', () => {
    const marks = places(figure(), 'lumenize');
    expect(marks).toHaveLength(4);
    const [xs, ys] = [0, 1].map((at) => marks.map((place) => place[at] ?? NaN));
    expect(xs).toEqual(xs?.toSorted((a, b) => a - b));
    expect(ys).toEqual(ys?.toSorted((a, b) => b - a));
    expect([new Set(xs).size, new Set(ys).size]).toEqual([4, 4]);
    expect(places(figure(), 'twin')).toHaveLength(4);
    expect(places(figure({ control: undefined }), 'twin')).toHaveLength(0);
  });

  it('leaves the place of a session that is missing', () => {
    const gone = { ...subject, sessions: subject.sessions.filter(({ session }) => session !== 2) };
    const [full, less] = [subject, gone].map((each) =>
      places(figure({ subject: each }), 'lumenize').map(([x]) => x),
    );
    expect(less).toEqual(full?.filter((_, index) => index !== 1));
  });

  it('draws the band only where there is an interval', () => {
    const band = 'g[fill-opacity] rect, rect[fill-opacity]';
    expect(attributes(figure(), band, 'height')).toHaveLength(1);
    expect(attributes(figure({ subject: series([1, 1]) }), band, 'height')).toHaveLength(0);
  });

  it('bounds its marks, however long the run: each is the mean of neighbours', () => {
    const long = figure({
      subject: series(Array.from({ length: 1000 }, (_, at) => 1 + at / 1000)),
    });
    const marks = places(long, 'lumenize');
    expect(marks.length).toBeGreaterThan(MOST_MARKS / 2);
    expect(marks.length).toBeLessThanOrEqual(MOST_MARKS);
    expect(long.note).toMatch(
      /^Each mark is the mean of 17 sessions in a row, as far as they count\./,
    );
    const ys = marks.map(([, y = NaN]) => y);
    expect(ys).toEqual(ys.toSorted((a, b) => b - a));
    expect(new Set(ys).size).toBe(marks.length);
  });

  it.each(WIDTHS)('has all its text inside at %i px', (width) => {
    const long = series(Array.from({ length: 200 }, (_, at) => 0.1 + at));
    for (const each of [subject, long]) {
      expect(textsOutside(figure({ width, subject: each }))).toEqual([]);
    }
    expect(textsOf(figure({ width }))).toEqual(
      expect.arrayContaining(['1×', '4', 'Lumenize’s protocol: 0.93× (0.88–0.98)']),
    );
  });
});
