/** What systems say of themselves, tried: what they say they lack fails, and nothing else does. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBench, type LocalBench } from '../src/cli/shared/bench.ts';
import { oneOfEach } from '../src/testing/nightly.ts';
import { allCounterArms } from '../src/places/bench/counter-arms.ts';
import { systems } from '../src/systems/index.ts';
import { capabilities, isStructured, structuredValue } from './testing/capabilities.ts';
import { open } from './testing/open.ts';

let bench: LocalBench;

beforeAll(async () => {
  bench = await startBench({ root: process.cwd(), port: 0 });
});

afterAll(() => bench.stop());

/** What an arm lacks: what its system does, and what stands behind the label of the arm. */
function lacksOf(id: string): string[] {
  const [systemId, name] = id.split('/');
  const system = systems.find((each) => each.id === systemId);
  const label = system?.arms.find((each) => each.name === name)?.label;
  if (system === undefined || label === undefined) throw new Error(`no arm ${id}`);
  const labels = system.arms.map((arm) => `${arm.label}: `);
  return system.lacks
    .filter(
      (line) => line.startsWith(`${label}: `) || !labels.some((each) => line.startsWith(each)),
    )
    .map((line) => line.replace(`${label}: `, ''));
}

describe.each(oneOfEach(allCounterArms(), ({ system }) => system))('$id', (arm) => {
  const lacks = lacksOf(arm.id);

  it('lacks only what there is a probe for', () => {
    const known = capabilities.map(({ sentence }) => sentence);
    expect(lacks.filter((sentence) => !known.includes(sentence))).toEqual([]);
  });

  it.each(capabilities)('$sentence', async (capability) => {
    const opened = await open(arm, bench.origin);
    try {
      expect(await capability.probe(opened, arm)).toBe(!lacks.includes(capability.sentence));
    } finally {
      opened.connection.close();
    }
  });

  it('echoes the structured value, or says why it cannot', async () => {
    const { counter, connection } = await open(arm, bench.origin);
    // Some refuse a value before they make a promise.
    const echoed = await Promise.resolve()
      .then(() => counter.echo(structuredValue()))
      .then(isStructured, () => false);
    connection.close();
    expect(echoed).toBe(arm.cannot?.['structured'] === undefined);
  });
});
