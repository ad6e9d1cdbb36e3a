import { expect, test } from './fixtures.ts';
import { openLiveBench } from './open-live-bench.ts';

const PAGE = '/studies/call-delay/';
const LITTLE =
  'workloads=calls-10&arms=no-call,workers-rpc,raw-websocket/between,capnweb/between,twin&rounds=2';

test('a run of calls between objects stands beside what was measured here @run', async ({
  page,
}) => {
  const live = await openLiveBench(page, `?${LITTLE}`, PAGE);
  await live.run();
  const record = await live.download();
  expect(record).toMatchObject({ study: 'call-delay', plan: { workloads: ['calls-10'] } });
  const turns = record.sessions.flatMap((session) => session.turns);
  expect(turns).toHaveLength(10);
  expect(turns.filter((turn) => turn.void !== undefined)).toEqual([]);

  // What a source measured and no run has stands beside nothing.
  const whose = live.part('result').locator('[data-part="key"] dt');
  await expect(whose).toHaveText(['Measured here', 'Yours']);
  await expect(live.part('answers')).toContainText(/a batch of 10 calls: .*\(\d.*×/);
  // No way to the bench is in the time, so that it has no parts of that kind.
  await expect(live.part('why')).toBeHidden();
  await live.unfoldResult();
  await expect(live.part('fold-method')).toContainText('so the network adds no delay');
  await expect(live.part('fold-method')).not.toContainText('network model');
});

test('the page offers no batch that a public bench refuses, and the code of each way', async ({
  page,
}) => {
  const live = await openLiveBench(page, '', PAGE);
  await live.unfold();
  const offered = live.element.locator('input[name="workload"]');
  const ids = await offered.evaluateAll((all) =>
    all.map((each) => (each as HTMLInputElement).value),
  );
  expect(ids).toContain('calls-200');
  expect(ids).not.toContain('calls-500');
  await expect(page.locator('main')).toContainText('@lumenize/call, which does not run here');
  await page.getByRole('heading', { name: 'The code that is timed' }).click();
  await page.getByText('bench-workers/between/caller.ts').click();
  await expect(page.getByText('class Caller').first()).toBeVisible();
});

test('the lab shows the form of the study that its address asks for', async ({ page }) => {
  const live = await openLiveBench(page, `?study=call-delay&${LITTLE}`, '/lab/');
  await expect(page.locator('live-bench')).toHaveCount(4);
  await expect(live.element.locator('[data-slot="address"]')).toBeEmpty();
  await expect(live.element.getByRole('checkbox', { name: '10 calls at once' })).toBeChecked();
  // Payloads of any size are another study's.
  await expect(live.part('free')).toHaveCount(0);
  await page.getByLabel('Study').selectOption('lumenize-vs-capnweb');
  await expect(live.part('free')).toBeVisible();
  await expect(page).toHaveURL(/\?study=lumenize-vs-capnweb&/);
});
