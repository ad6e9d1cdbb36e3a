import { describe, expect, it } from 'vitest';
import {
  fromRun,
  readRemembered,
  type RememberedRun,
  type Roles,
  writeRemembered,
} from './remembered.ts';

const run: RememberedRun = {
  study: 'lumenize-vs-capnweb',
  startedAt: '2026-11-21T05:24:00.060Z',
  setting: 'workerd',
  runtime: 'Chromium 156',
  workload: 'mixed',
  arms: [
    { arm: 'raw-websocket/in-memory', msPerOperation: 0.2, bytesPerOperation: 60 },
    { arm: 'lumenize/in-memory', msPerOperation: 0.29, bytesPerOperation: 341 },
    { arm: 'lumenize/hibernating', msPerOperation: 0.3, bytesPerOperation: 340.4 },
    { arm: 'capnweb/in-memory', msPerOperation: 0.19, bytesPerOperation: 80 },
  ],
};
const roles: Roles = {
  study: 'lumenize-vs-capnweb',
  baseline: 'raw-websocket/in-memory',
  lumenize: ['lumenize/hibernating', 'lumenize/in-memory'],
  capnweb: 'capnweb/in-memory',
};

describe('a remembered run', () => {
  it('comes back as it was written', () => {
    expect(readRemembered(writeRemembered(run))).toEqual(run);
  });

  const written = JSON.parse(writeRemembered(run)) as Record<string, unknown>;
  it.each([
    ['nothing', null],
    ['no JSON', '{"version":1'],
    ['null', 'null'],
    ['another version', { ...written, version: 2 }],
    ['no study', { ...written, study: undefined }],
    ['a date that is none', { ...written, startedAt: 'yesterday' }],
    ['arms that are none', { ...written, arms: 'many' }],
    ['a negative time', { ...written, arms: [{ ...run.arms[0], msPerOperation: -1 }] }],
    ['a size that is text', { ...written, arms: [{ ...run.arms[0], bytesPerOperation: '60' }] }],
  ])('is left alone when it is %s', (_, stored) => {
    const text = typeof stored === 'object' && stored !== null ? JSON.stringify(stored) : stored;
    expect(readRemembered(text)).toBeUndefined();
  });
});

describe('fromRun', () => {
  it('takes the baseline for the round trip and the rest for processing', () => {
    expect(fromRun(run, roles)).toMatchObject({
      baseLatencyMs: 0.2,
      lumenize: { payloadBytes: 340, processingMs: 0.1 },
    });
  });

  it('takes no processing for negative', () => {
    expect(fromRun(run, roles)?.capnweb).toEqual({ payloadBytes: 80, processingMs: 0 });
  });

  it('takes the other arm where the preferred one was not run', () => {
    const arms = run.arms.filter(({ arm }) => arm !== 'lumenize/hibernating');
    expect(fromRun({ ...run, arms }, roles)?.arms.lumenize.arm).toBe('lumenize/in-memory');
  });

  it('gives nothing where an arm is missing, or for another study', () => {
    expect(fromRun({ ...run, arms: run.arms.slice(1) }, roles)).toBeUndefined();
    expect(fromRun({ ...run, study: 'call-delay' }, roles)).toBeUndefined();
  });
});
