import { describe, expect, it } from 'vitest';
import { publishedResult } from '../../testing/published.ts';
import { ratiosTable, versionsOfNotes } from './systems.ts';
import { toText } from './text.ts';

describe('a library’s page', () => {
  it('has the newest version beside each that is measured', () => {
    const newest = {
      checked: '2026-01-02',
      versions: { one: '1.1.0' },
      protocol: '0.5',
      remarks: { one: 'By its repository.' },
    };
    const later = (days: number) => Date.parse(newest.checked) + days * 86_400_000;
    const onDay = (days: number) =>
      versionsOfNotes({ one: '1.0.0', two: '2.0.0' }, { newest }, later(days));
    // A page calls nothing the newest of which that was not checked lately.
    expect(onDay(31)[0]).toMatchObject({ newest: undefined, remark: undefined });
    expect(onDay(30)).toMatchObject([
      { name: 'one', measured: '1.0.0', newest: '1.1.0', remark: 'By its repository.' },
      { name: 'two', measured: '2.0.0', newest: undefined },
      { name: 'protocol', measured: '0.5', newest: '0.5' },
    ]);
  });

  it('takes the ratio to the npm package from their common rounds', () => {
    const pair = { caption: 'Speed', of: 'lumenize/hibernating', to: 'lumenize-rpc/hibernating' };
    const result = publishedResult('lumenize-vs-capnweb/sockets-node');
    expect(toText(ratiosTable(pair, [result]))).toMatch(
      /50 reads at once +Node 24\.21\.0 +0\.5\d× \(0\.5\d–0\.5\d\)/,
    );
    expect(() => ratiosTable({ ...pair, of: 'lumenize/none' }, [result])).toThrow(
      'got no rounds of "increment" with both lumenize/none and lumenize-rpc/hibernating',
    );
  });
});
