import { type Result, results } from '../../probes/question.ts';
import type { ProbeResult } from '../../probes/run.ts';
import { looks } from '../../report/capabilities.ts';

/**
 * The recorded result of a row for a system.
 *
 * @throws TypeError naming what stands there instead
 */
export function recordedIn(row: Element, system: string): Result {
  const found = row.getAttribute(`data-of-${system}`);
  const result = results.find((each) => each === found);
  if (result !== undefined) return result;
  throw new TypeError(`row of ${system}: got ${found}, expected one of ${results.join(', ')}`);
}

/** What came out in this browser: of all systems, also those that are not compared. */
export class Here {
  readonly #results = new Map<string, Map<string, ProbeResult>>();

  add(result: ProbeResult): void {
    const { probe, system } = result;
    this.#results.set(probe, new Map(this.#results.get(probe)).set(system, result));
  }

  of(probe: string): ProbeResult[] {
    return [...(this.#results.get(probe)?.values() ?? [])];
  }
}

/** Shows a system’s recorded result in a cell of its row, and beside it what came out here. */
export function showCell(row: HTMLElement, cell: HTMLElement, system: string, here: Here): void {
  const { probe = '' } = row.dataset;
  const recorded = recordedIn(row, system);
  Object.assign(cell.dataset, { system, result: recorded });
  const link = cell.querySelector('a');
  if (link) {
    link.hash = `${probe}--${system}`;
    link.textContent = looks[recorded].word;
  }
  cell.querySelector('small')?.remove();
  const found = here.of(probe).find((result) => result.system === system);
  if (found !== undefined) cell.append(besideRecord(found, recorded));
}

function besideRecord({ result, detail }: ProbeResult, recorded: Result): HTMLElement {
  const same = result === recorded;
  const sign = document.createElement('small');
  sign.textContent = same ? '=' : '≠';
  sign.title = `Here ${result}: ${detail}`;
  sign.role = 'img';
  sign.ariaLabel = same ? 'the same here' : `here ${result}`;
  sign.dataset['same'] = String(same);
  return sign;
}
