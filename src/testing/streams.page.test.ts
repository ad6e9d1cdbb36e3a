/** Streams from a page: what a run asks for unasked, and a write that twenty listeners hear. */
import { expect, test } from './fixtures.ts';
import { expectAccessible, openLiveBench } from './open-live-bench.ts';

const PAGE = '/studies/streams/';
/** With the three that are always in, six: one of each way to be called back. */
const SIX = 'arms=capnweb/callback,trpc/websocket,lumenize/downstream';

test('a run with nothing chosen sends little, and says how much before it does @run', async ({
  page,
}) => {
  const live = await openLiveBench(page, '', PAGE);
  const said = /and about ([\d.]+)\sMB/.exec((await live.part('estimate').textContent()) ?? '');
  await live.part('run').click();
  await live.expectSessions(2);
  await expect(live.part('result')).not.toContainText('Differs from the study’s own run');
  await live.part('cancel').click();
  await live.expectState('done');
  const record = await live.download();
  expect(record.plan).toMatchObject({ workloads: ['down-few'], rule: 'fixed', rounds: 40 });
  const whole = record.sessions.filter(({ arms }) => arms.every(({ void: reason }) => !reason));
  const sent = whole.map(({ arms, turns, operations }) => {
    const rounds = new Set(turns.map(({ round }) => round)).size;
    const bytes = arms.map(({ arm, warmUp }) => {
      const own = turns.filter((turn) => turn.arm === arm);
      const counted = own.reduce((sum, each) => sum + each.bytes.in + each.bytes.out, 0);
      // What warms up is sent too, and stands in no record.
      return counted * (1 + warmUp / (own.length * operations));
    });
    return { rounds, bytes: bytes.reduce((sum, each) => sum + each, 0) };
  });
  const [first, ...later] = sent;
  const each = later.reduce((sum, { bytes, rounds }) => sum + bytes / rounds, 0) / later.length;
  const all = ((first?.bytes ?? NaN) + (40 - (first?.rounds ?? NaN)) * each) / 1e6;
  expect(all).toBeGreaterThan(Number(said?.[1]) / 2);
  expect(all).toBeLessThan(Number(said?.[1]) * 2);
});

test('one write is heard by 20 listeners of each of six arms, each a socket of the page @run', async ({
  page,
}) => {
  const live = await openLiveBench(page, `?workloads=fan-out-20&rounds=4&${SIX}`, PAGE);
  await live.run();
  await expectAccessible(page);
  const record = await live.download();
  const all = record.sessions.flatMap(({ arms, turns }) => [...arms, ...turns]);
  expect(all.flatMap(({ detail }) => detail ?? [])).toEqual([]);
  const turns = record.sessions.flatMap((session) => session.turns);
  expect(new Set(turns.map(({ arm }) => arm)).size).toBe(6);
  for (const { readings } of turns) expect(readings).toMatchObject({ listeners: 20, lost: 0 });
  await expect(live.part('fold-numbers')).toContainText(/\d+\s%\swithin\s50\sms, none lost/);
});

test('more arms than a page has sockets for are no run, and the reader hears how many may be', async ({
  page,
}) => {
  const live = await openLiveBench(page, '?workloads=fan-out-20', PAGE);
  await expect(live.part('estimate')).toContainText('choose at most 6 arms');
  await expect(live.part('estimate')).toContainText('20 connections besides its own');
});
