/** The calibration as tables: each way of ending a run in one row, and every scenario of a noise. */
import { requiredCoverage, wayName } from '../figures/calibration.ts';
import { formatCount, formatNumber, formatPercent, formatRatio } from '../figures/format.ts';
import type { Scenario } from '../harness/simulate-tally.ts';
import type { Cell, Table } from './view.ts';

/** What the tables need of a scenario. */
export type CalibrationRow = Pick<
  Scenario,
  'ratio' | 'rounds' | 'rule' | 'coverage' | 'calledDifferent' | 'power' | 'meanRounds'
>;

/** What was required of each way of ending a run, and what was found over its scenarios. */
export function waysTable(scenarios: readonly CalibrationRow[]): Table {
  return {
    caption: 'What was required and what was found',
    marks: ['derived'],
    columns: [
      { label: 'A run ends after' },
      { label: 'Coverage required', number: true },
      { label: 'Coverage found', number: true },
      { label: 'Twins called different, at most', number: true },
      { label: 'Mean rounds', number: true },
    ],
    groups: [
      {
        rows: [...Map.groupBy(scenarios, wayName)].map(([way, members]): Cell[] => [
          { text: way },
          { text: requiredText(members) },
          { text: coverageText(members) },
          { text: formatPercent(Math.max(...members.map((each) => each.calledDifferent)), 1) },
          { text: roundsText(members) },
        ]),
      },
    ],
  };
}

/** Every scenario of one kind of noise. */
export function scenariosTable(noise: string, scenarios: readonly CalibrationRow[]): Table {
  return {
    caption: `Noise: ${noise}`,
    marks: ['derived'],
    columns: [
      { label: 'A run ends after' },
      { label: 'True ratio', number: true },
      { label: 'Coverage', number: true },
      { label: 'Twins called different', number: true },
      { label: 'Right verdicts', number: true },
      { label: 'Mean rounds', number: true },
    ],
    groups: [
      {
        rows: scenarios.map((each): Cell[] => [
          { text: wayName(each) },
          { text: formatRatio(each.ratio) },
          { text: formatPercent(each.coverage, 1) },
          { text: formatPercent(each.calledDifferent, 1) },
          { text: formatPercent(each.power, 1) },
          { text: formatNumber(each.meanRounds, 1) },
        ]),
      },
    ],
  };
}

function requiredText([first]: readonly CalibrationRow[]): string {
  if (first === undefined) return '';
  const { low, high } = requiredCoverage(first);
  return high < 1
    ? `${formatPercent(low)} to ${formatPercent(high)}`
    : `${formatPercent(low)} or more`;
}

function coverageText(members: readonly CalibrationRow[]): string {
  const found = members.map(({ coverage }) => coverage);
  return [Math.min(...found), Math.max(...found)].map((end) => formatPercent(end, 1)).join(' to ');
}

function roundsText(members: readonly CalibrationRow[]): string {
  const found = members.map(({ meanRounds }) => meanRounds);
  const [low, high] = [Math.min(...found), Math.max(...found)];
  if (low !== high) return `${formatNumber(low, 1)} to ${formatNumber(high, 1)}`;
  return Number.isInteger(low) ? formatCount(low) : formatNumber(low, 1);
}
