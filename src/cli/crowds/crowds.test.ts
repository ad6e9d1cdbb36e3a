import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type CrowdRecord, readCrowds, subjects } from '../../matrix/crowds/record.ts';
import { probedHere } from '../../libraries/systems/index.ts';
import { allCases, usual } from '../../testing/all-cases.ts';
import { scratchFolder } from '../shared/testing/scratch.ts';
import { runCli } from '../shared/testing/spawn-cli.ts';
import { run, runCrowds } from './index.ts';

/** Runs the command for all libraries. */
async function runAll(): Promise<CrowdRecord> {
  const file = join(scratchFolder(), 'record.json');
  const few = ['--repeats', '1', '--calls', '200', '--connections', '3', '--out', file];
  const { code, stdout, stderr } = await runCli(run, few);
  expect([code, stderr]).toEqual([0, expect.stringContaining('raw-websocket, calls')]);
  expect(stdout).toContain('Plain WebSocket');
  const record = readCrowds(readFileSync(file, 'utf8'), file);
  expect(record.libraries).toEqual(probedHere);
  return record;
}

/** Takes the usual measurements, each of which starts a bench and a process of clients. */
function runUsual(): Promise<CrowdRecord> {
  const { systems, subjects } = usual.crowds;
  return runCrowds({
    root: process.cwd(),
    libraries: systems.map((system) => ({ id: system, system, requests: false })),
    subjects,
    repeats: 1,
    seed: 1,
    calls: 200,
    sizes: [3],
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
}

it('measures each thing that libraries keep, and every message reaches all clients', async () => {
  const record = allCases ? await runAll() : await runUsual();
  expect([record.errors, record.partial]).toEqual([[], undefined]);
  for (const library of record.libraries) {
    const own = record.rows.filter((row) => row.library === library);
    const overRequests = ['fetch-json', 'hono'].includes(library);
    const measured = overRequests ? ['calls', 'crowd'] : subjects;
    const expected = allCases ? measured : usual.crowds.subjects;
    expect(own.map(({ of }) => of).toSorted()).toEqual(expected.toSorted());
    const { oneP50, allP99, lost } = own.find(({ of }) => of === 'crowd')?.numbers ?? {};
    expect([oneP50, allP99]).toEqual([expect.any(Number), expect.any(Number)]);
    expect(lost).toBe(overRequests ? undefined : 0);
    const { asleep } = own.find(({ of }) => of === 'idle')?.numbers ?? {};
    expect(asleep !== undefined).toBe(/^(raw|orpc|lumenize)/.test(library));
  }
});
