import { expect, it } from 'vitest';
import type { CheckedClaim, TodayFigure } from './check.ts';
import { todayJudgements } from './claim-table.ts';

const figure = (
  client: TodayFigure['client'],
  verdict: TodayFigure['verdict'],
  roundTripMs = 0,
): TodayFigure => ({
  record: 'study/record',
  of: 'Lumenize RPC',
  to: 'Cap’n Web',
  operation: 'One write',
  workload: 'increment',
  arms: { of: 'lumenize/hibernating', to: 'capnweb/in-memory' },
  figure: { value: 1.08, unit: '×', from: 'measured', low: 1.07, high: 1.1 },
  verdict,
  client,
  setting: 'workerd',
  roundTripMs,
});

const textsOf = (today: TodayFigure[]): string[] =>
  todayJudgements({ today } as CheckedClaim).map(({ cell }) =>
    cell.parts.map(({ text }) => text).join(''),
  );

it.each<[of: string, today: TodayFigure[], differs: boolean]>([
  ['opposite verdicts', [figure('node', 'holds'), figure('browser', 'does not hold')], true],
  ['one that is open', [figure('node', 'cannot tell'), figure('browser', 'holds')], false],
  ['one verdict of both', [figure('node', 'holds'), figure('browser', 'holds')], false],
  ['two distances', [figure('node', 'holds'), figure('browser', 'does not hold', 25)], false],
  ['one client', [figure('node', 'holds'), figure('node', 'does not hold')], false],
])('says “Differs by client” only of opposite verdicts of two clients: %s', (_, today, differs) => {
  const texts = textsOf(today);
  expect(texts).toHaveLength(today.length + Number(differs));
  expect(texts[0] === 'Differs by client:').toBe(differs);
});

it('names no client between processes, whose configurations say which runtime calls', () => {
  const [near = ''] = textsOf([figure('node', 'holds')]);
  const [between = ''] = textsOf([{ ...figure('node', 'holds'), setting: 'processes' }]);
  expect([near, between].map((text) => / from (.+) \(/.exec(text)?.[1])).toEqual([
    'Node.js',
    'a process',
  ]);
});
