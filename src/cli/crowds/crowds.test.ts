import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { type CrowdRecord, readCrowds, subjects } from '../../matrix/crowds/record.ts';
import { probedHere } from '../../libraries/systems/index.ts';
import { allCases, usual } from '../../testing/all-cases.ts';
import { runCli, spawnCli } from '../shared/testing/spawn-cli.ts';
import { run } from './index.ts';
import { runCrowds } from './run.ts';

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'roundtrip-crowds-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'record.json');
}

/** Runs the command for all libraries. */
async function runAll(): Promise<CrowdRecord> {
  const file = scratch();
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

it('keeps what was complete when it is stopped', async () => {
  const { child, says, ended } = spawnCli('bench', ['crowds', '--system', 'hono', '--json']);
  await says('hono, calls');
  child.kill('SIGINT');
  const { code, stdout } = await ended;
  expect(code).toBe(130);
  expect(readCrowds(stdout, 'stdout')).toMatchObject({ partial: true, errors: [], rows: [] });
});

it.each([
  [['--system', 'grpc'], '--system: got "grpc", expected one of raw-websocket'],
  [['--connections', '10,0'], '--connections: got "0", expected a whole number from 1 to 1000'],
  [['--calls', '3'], '--calls: got "3", expected a whole number from 20 to 1000000'],
])('refuses %s', async (args, message) => {
  const { code, stderr } = await runCli(run, args);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});

it('lists the libraries', async () => {
  const { stdout } = await runCli(run, ['--list']);
  for (const id of probedHere) expect(stdout).toContain(`${id}: `);
});
