/** One table, printed as HTML, text and CSV. */
import { csvParse } from 'd3-dsv';
import { describe, expect, it } from 'vitest';
import { measured } from '../numbers/quantity.ts';
import { toCsv, toText } from './text.ts';
import { toHtml, withBreaks } from './html.ts';
import { NOT_MEASURED, type RatioCell, type Table } from './table.ts';

const times = (value: number): RatioCell => ({ value, unit: '×', from: 'measured' });
const slower: RatioCell = { ...times(2.5), low: 2.25, high: 3.5, class: 'slower-by-margin' };
const evil = '<img src=x onerror="a()"> | & ’';
const table: Table = {
  caption: `Times ${evil}`,
  note: `Read ${evil}`,
  columns: [
    { id: 'library', label: 'Library', kind: 'library' },
    { id: 'bar', label: 'One write', kind: 'bar' },
    { id: 'time', label: 'Time', kind: 'number', note: 'ms' },
    { id: 'ratio', label: 'vs plain', kind: 'ratio' },
    { id: 'feature', label: 'Functions', kind: 'feature' },
    { id: 'text', label: 'Text', kind: 'text' },
  ],
  groups: [
    {
      heading: `Over ${evil}`,
      rows: [
        {
          id: 'a"b',
          reference: true,
          cells: [
            { label: evil, system: 'capnweb', note: 'n', href: '/a?b="c"' },
            measured(10),
            { ...measured(8), low: 7.25, high: 10 },
            { ...times(1), mayBeFastest: true },
            { answer: 'yes', why: evil },
            { text: evil, href: 'x"y', code: true },
          ],
        },
        {
          cells: [
            { label: 'B', system: 'kkrpc' },
            {
              lanes: [
                { whose: 'published', number: slower },
                { whose: 'yours', number: { ...times(1.5), low: 1.25, high: 1.75 } },
              ],
            },
            measured(1.234),
            slower,
            { answer: 'not tested' },
            { text: 'two\nlines', note: 'm' },
          ],
        },
        { muted: true, cells: [{ label: 'C', system: 'trpc' }, '', NOT_MEASURED, '', '', ''] },
      ],
    },
  ],
};

describe('HTML', () => {
  const html = toHtml(table, { className: 'x' });

  it('escapes every text, and keeps addresses inside their quotes', () => {
    expect(html).not.toContain('<img');
    expect(html).toContain('href="/a?b=&quot;c&quot;"');
    expect(html).toContain('data-row="a&quot;b"');
    expect(html.match(/onerror=(<wbr>)?&quot;/g)).toHaveLength(7);
  });

  it('lets long words break after signs and humps, and leaves tags, blocks of code and entities whole', () => {
    for (const [got, expected] of [
      ['send a WebSocket', 'send a WebSocket'],
      ['sendDownstream(RpcTarget)', 'send<wbr>Downstream(<wbr>Rpc<wbr>Target)'],
      ['/api/records/a-b.json', '/api/<wbr>records/<wbr>a-<wbr>b.<wbr>json'],
      ['(reimplementation)', '(reimple\u00admentation)'],
      ['version 2.0.0-beta.1600', 'version 2.0.0-<wbr>beta.1600'],
      ['c253c18cdd183916ed6de5c6', 'c253c18cdd<wbr>183916ed6de5c6'],
      ['&#39;callbackFunction', '&#39;<wbr>callback<wbr>Function'],
    ] as const) {
      expect(withBreaks(got)).toBe(expected);
      // Tables of a page are printed with their breaks, and the page as a whole is gone through again.
      expect(withBreaks(expected)).toBe(expected);
    }
    for (const whole of [
      '<a title="a > sendDownstream(RpcTarget)">x</a>',
      '<pre><code>sendDownstream(RpcTarget)</code></pre>',
      '<script>sendDownstream(RpcTarget)</script>',
      '<!-- it\u2019s <b> sendDownstream(RpcTarget) -->',
    ])
      expect(withBreaks(whole)).toBe(whole);
  });

  it('draws bars from zero, ratios from 0 to 2× with their intervals, and none without a number', () => {
    expect(html).toMatch(/<rect class="rt-bar-published" width="100%"/);
    expect(html).toMatch(/<rect class="rt-bar-yours" width="75%".*x1="62\.5%" x2="87\.5%"/s);
    expect(html.match(/class="rt-beyond rt-published"/g)).toHaveLength(1);
    expect(html).toContain('<td role="cell" class="rt-bar"></td>');
  });

  it('marks ratios by their class, in words too, and rows in grey', () => {
    expect(html).toMatch(/rt-mark-best">.*may be the fastest: <\/span><\/span>1\.00×/);
    expect(html).toMatch(/10\u202f% or more slower: <\/span><\/span>2\.50×<small>2\.25–3\.50/);
    expect(html.match(/class="rt-grey"/g)).toHaveLength(1);
    expect(html).toMatch(/Functions<\/span><span class="sr-only">: not tested/);
  });
});

describe('text', () => {
  const lines = toText(table).split('\n');

  it('lines numbers up on their decimal point, with as many decimals in each', () => {
    const [head = '', ...rows] = lines.filter((line) => /^(Library|<img|B |C )/.test(line));
    expect(head).toMatch(/Library +Time \(ms\) +vs plain +Functions +Text$/);
    expect(rows[0]).toMatch(/8\.0 \(7\.3–10\.0\) +● 1\.00× +yes/);
    expect(rows[1]).toMatch(/1\.2 +» 2\.50× \(2\.25–3\.50\) +not tested/);
    expect(new Set(rows.slice(0, 2).map((row) => row.search(/yes|not tested/))).size).toBe(1);
    expect(rows[2]).toMatch(/^C +not measured$/);
  });

  it('has no bars, and no spaces that a terminal shows as something else', () => {
    expect(lines.join('\n')).not.toMatch(/One write|[\u202f\u00a0]/);
  });
});

it('is CSV with each number in full and the ends of its interval', () => {
  const rows = csvParse(toCsv(table));
  expect(rows.columns).toEqual(
    ['group', 'library', 'time', 'time_low', 'time_high'].concat([
      'ratio',
      'ratio_low',
      'ratio_high',
      'ratio_class',
      'feature',
      'text',
    ]),
  );
  expect(rows[0]).toMatchObject({ time: '8', time_low: '7.25', time_high: '10', ratio: '1' });
  expect(rows[1]).toMatchObject({
    library: 'B',
    time: '1.234',
    time_low: '',
    ratio_class: '10\u202f% or more slower',
    text: 'two\nlines, m',
  });
  expect(rows[2]).toMatchObject({ time: 'not measured', ratio: '' });
});
