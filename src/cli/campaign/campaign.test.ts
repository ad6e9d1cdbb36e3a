import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { seeded } from '../../core/plan/index.ts';
import type { SessionRecord } from '../../core/record/index.ts';
import { resultOf } from '../../results/rows-of.ts';
import { allCases } from '../../testing/all-cases.ts';
import { startBench } from '../shared/bench.ts';
import { startProxy } from '../shared/network/proxy.ts';
import { scratchFolder, writeFiles } from '../shared/testing/scratch.ts';
import { runCli, spawnCli, temporaryCheckout } from '../shared/testing/spawn-cli.ts';
import { run } from './index.ts';
import { launchFolder, type Provenance, readLaunches, writeLaunch } from './launches.ts';
import { atBench, type CampaignPlan } from './plans.ts';
import { runSitting, type SittingOptions } from './sitting.ts';
import { madeUpLaunch, planOf, provenance } from './testing/made-up.ts';

/** Every file below a folder with its bytes, by its path. */
const filesIn = (folder: string) =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
      const path = join(entry.parentPath, entry.name);
      return entry.isFile() ? [[path, readFileSync(path, 'base64')] as const] : [];
    }),
  );

const sitting = (out: string, change: Partial<SittingOptions> = {}): SittingOptions => ({
  plans: [planOf('one', 3), planOf('two', 3), planOf('three', 3)],
  root: '.',
  out,
  seed: 1,
  look: async () => provenance,
  goesOnBusy: true,
  signal: new AbortController().signal,
  take: async ({ seed }) => madeUpLaunch(seed),
  ...change,
});

describe('a sitting', () => {
  it('gives each plan a launch in each round, in an order that follows from the seed', async () => {
    const orderOf = async (seed: number) => {
      const order: string[] = [];
      const take: SittingOptions['take'] = async ({ plan, seed: own }) => {
        order.push(plan.id);
        return madeUpLaunch(own);
      };
      await runSitting(sitting(scratchFolder(), { take, seed }));
      return [0, 3, 6].map((at) => order.slice(at, at + 3));
    };
    const rounds = await orderOf(1);
    for (const round of rounds) expect(round.toSorted()).toEqual(['one', 'three', 'two']);
    expect(new Set(rounds.map((round) => round.join())).size).toBeGreaterThan(1);
    expect(await orderOf(1)).toEqual(rounds);
    expect(await orderOf(2)).not.toEqual(rounds);
  });

  it('goes on where it was, keeps no launch that failed, and gives a plan up after three', async () => {
    const out = scratchFolder();
    const controller = new AbortController();
    let asked = 0;
    const take: SittingOptions['take'] = async ({ seed, plan }) => {
      asked += 1;
      if (asked === 7) controller.abort();
      return asked === 7 || plan.id === 'two' ? { why: 'no answer' } : madeUpLaunch(seed);
    };
    const first = await runSitting(sitting(out, { take, signal: controller.signal }));
    expect([first, filesIn(out).size]).toEqual([{ taken: 3, failed: ['two'] }, 3]);
    expect(await runSitting(sitting(out))).toEqual({ taken: 6, failed: [] });
    const { plans } = sitting(out);
    const launches = await Promise.all(plans.map((plan) => readLaunches(launchFolder(out, plan))));
    for (const [at, { id }] of plans.entries()) {
      const expected = [1, 2, 3].map((number) => ({ plan: id, number, ...provenance }));
      expect(launches[at]?.map(({ launch }) => launch)).toEqual(expected);
    }
    expect(new Set(launches.flat().map(({ seed }) => seed)).size).toBe(9);
  });

  const at = (change: Partial<Provenance>) => ({
    look: async () => ({ ...provenance, ...change }),
  });
  const asking = (change: Partial<CampaignPlan>) => ({ plans: [{ ...planOf('one'), ...change }] });
  it.each<[Partial<SittingOptions>, message: string]>([
    [at({ machine: { ...provenance.machine, cpu: 'Another' } }), 'machine: got "Another, 2 proces'],
    [at({ tree: 'b2'.repeat(32) }), 'tree: got "b2b2b2b2b2b2", expected "a1a1'],
    [asking({ seconds: 2 }), 'seconds: got 2, expected 1'],
    [asking({ workloads: ['chain'] }), 'workloads: got ["chain"]'],
  ])('refuses to go on with %o, and says what to do', async (change, message) => {
    const out = scratchFolder();
    const folder = launchFolder(out, planOf('one'));
    await writeLaunch(folder, madeUpLaunch(1), { plan: 'one', ...provenance });
    const error = await runSitting(sitting(out, change)).catch(String);
    expect(error).toContain(`one: ${message}`);
    expect(error).toContain('begin it anew: move its folder away.');
  });

  it('replicates on any machine and tree, but a plan on one of each and as it was asked', async () => {
    const out = scratchFolder();
    const plan = planOf('one', 1);
    await writeLaunch(launchFolder(out, plan), madeUpLaunch(1), { plan: 'one', ...provenance });
    const elsewhere = { tree: 'b2'.repeat(32), machine: { ...provenance.machine, cpu: 'Another' } };
    const replication = { plans: [plan], isReplication: true, ...at(elsewhere) };
    expect(await runSitting(sitting(out, replication))).toEqual({ taken: 1, failed: [] });
    const refused = (change: Partial<SittingOptions>) =>
      expect(runSitting(sitting(out, { ...replication, launches: 2, ...change }))).rejects;
    await refused(at({})).toThrow('one: machine: got "A processor, 2 pro');
    await refused(at({ machine: elsewhere.machine })).toThrow('one: tree: got "a1a1a1a1a1a1"');
    await refused(asking({ seconds: 2 })).toThrow('one: seconds: got 2, expected 1');
    expect(await runSitting(sitting(out, { ...replication, launches: 2 }))).toMatchObject({
      taken: 1,
    });
  });

  it('keeps no launch of another data centre than the first, at a server elsewhere', async () => {
    const out = scratchFolder();
    const plan = atBench(planOf('one', 3), 'https://bench.example');
    const colos = ['FRA', 'VIE', 'FRA', 'FRA'];
    const take: SittingOptions['take'] = async ({ seed }) => {
      const made = madeUpLaunch(seed);
      const colo = colos.shift();
      return { ...made, environment: { ...made.environment, setting: 'deployed', colo } };
    };
    const done = await runSitting(sitting(out, { plans: [plan], take }));
    expect([done, colos]).toEqual([{ taken: 3, failed: [] }, []]);
    const launches = await readLaunches(launchFolder(out, { ...plan, id: 'one-deployed' }));
    expect(launches.map(({ environment }) => environment.colo)).toEqual(['FRA', 'FRA', 'FRA']);
  });

  it('stops when the measured code changes, and does not keep the launch', async () => {
    const out = scratchFolder();
    let looks = 0;
    const look = async () => ({ ...provenance, tree: String((looks += 1)).repeat(64) });
    const error = await runSitting(sitting(out, { look })).catch(String);
    expect(error).toContain('this launch is not kept: tree: got "222222222222", expected "111');
    expect(filesIn(out).size).toBe(0);
  });

  // A sitting takes at most five launches until it is killed.
  const kills = allCases ? 10 : 3;
  it('loses and doubles no launch, and leaves no half file, when it is killed', async () => {
    const out = scratchFolder();
    const random = seeded(59);
    const each = 10 * kills;
    const args = [out, String(each)];
    let kept = filesIn(out);
    for (let kill = 0; kill < kills; kill += 1) {
      const { child, says, ended } = spawnCli('campaign/testing/fake', args);
      await says(`launch ${kept.size + 1 + Math.floor(4 * random())} of ${2 * each}`);
      setTimeout(() => child.kill('SIGKILL'), 12 * random());
      await ended;
      const now = new Map([...filesIn(out)].filter(([path]) => path.endsWith('.gz')));
      for (const [path, bytes] of kept) expect(now.get(path)).toBe(bytes);
      kept = now;
    }
    expect((await spawnCli('campaign/testing/fake', args).ended).code).toBe(0);
    const files = filesIn(out);
    for (const [path, bytes] of kept) expect(files.get(path)).toBe(bytes);
    const numbers = Array.from({ length: each }, (_, at) => at + 1);
    for (const plan of [planOf('one'), planOf('two')]) {
      const launches = await readLaunches(launchFolder(out, plan));
      expect(launches.map(({ launch }) => launch?.number)).toEqual(numbers);
      expect(new Set(launches.map(({ seed }) => seed)).size).toBe(each);
    }
    expect(files.size).toBe(2 * each);
  });
});

describe('npm run campaign', () => {
  /** Has one launch of each plan taken into the folder `out`. */
  function campaignOf(plans: CampaignPlan[], ...more: string[]) {
    const folder = scratchFolder();
    writeFiles(folder, { 'plans.yaml': stringify(plans) });
    const out = join(folder, 'records');
    const args = ['--plans', join(folder, 'plans.yaml'), '--out', out, '--launches', '1'];
    const all = [...args, '--allow-dirty', '--busy', '--json', ...more];
    return {
      out,
      take: (onSaid?: (stderr: string) => void) => runCli(run, all, undefined, onSaid),
    };
  }

  it('takes launches of the bench and between processes, and goes on after Ctrl-C', async () => {
    const between: CampaignPlan = {
      ...planOf('between'),
      study: 'kkrpc-transports',
      client: 'processes',
      reference: 'kkrpc/node-node-stdio',
      arms: ['json-lines/node-node-stdio', 'kkrpc/node-node-stdio'],
      workloads: ['echo'],
    };
    const { out, take } = campaignOf([planOf('near'), between], '--seed', '1');
    let isPressed = false;
    const ended = await take((stderr) => {
      if (isPressed || !stderr.includes('launch 2 of 2')) return;
      isPressed = true;
      // A signal comes once the process of the launch was started.
      setImmediate(() => process.emit('SIGINT', 'SIGINT'));
    });
    expect(ended.code).toBe(130);
    expect(JSON.parse(ended.stdout)).toMatchObject({ taken: 1, failed: [] });
    const gone = await take();
    expect([gone.code, gone.stderr]).toEqual([0, expect.stringContaining('launch 2 of 2')]);
    const plans = ['near', 'between'].map((id) => ({ id, done: 1, planned: 1 }));
    expect(JSON.parse(gone.stdout)).toMatchObject({ seed: 1, taken: 1, plans });
    const [launch] = await readLaunches(launchFolder(out, planOf('near')));
    expect(launch).toMatchObject({
      launch: { plan: 'near', number: 1 },
      plan: { arms: [...planOf('near').arms, 'control'], rule: 'time', budgetMs: 1000 },
    });
  });

  it('takes plans against a bench that runs elsewhere, and tells network and object apart', async () => {
    const between: CampaignPlan = {
      ...planOf('between'),
      study: 'call-delay',
      reference: 'workers-rpc',
      arms: ['no-call', 'workers-rpc'],
      workloads: ['calls-1'],
    };
    const far: CampaignPlan = { ...planOf('far'), place: '25 ms' };
    const vars = { SETTING: 'deployed' };
    const bench = await startBench({ root: process.cwd(), port: 0, vars });
    const proxy = await startProxy(bench.origin, { roundTripMs: 25, jitterMs: 0 });
    const { out, take } = campaignOf([far, between], '--bench', proxy.origin);
    try {
      const { code, stdout, stderr } = await take();
      expect([code, stderr]).toEqual([0, expect.stringContaining('far-deployed: skipped. It is ')]);
      expect(JSON.parse(stdout)).toMatchObject({ taken: 1, failed: [] });
      await bench.stop();
      const gone = await take();
      const told = `${proxy.origin} does not answer as a benchmark server`;
      expect([gone.code, gone.stderr]).toEqual([1, expect.stringContaining(told)]);
      expect(gone.stderr).not.toContain('launch 1');
    } finally {
      await proxy.stop();
      await bench.stop();
    }
    const taken = await readLaunches(launchFolder(out, { ...between, id: 'between-deployed' }));
    expect(taken[0]?.environment).toMatchObject({ setting: 'deployed', origin: proxy.origin });
    const { rows } = resultOf(taken as [SessionRecord]);
    for (const { arm, networkMs = 0 } of rows) expect([arm, networkMs > 25]).toEqual([arm, true]);
  });

  it('measures no code that is not committed', async () => {
    const { directory } = temporaryCheckout();
    writeFiles(directory, { 'content/plans.yaml': stringify([planOf('near')]) });
    const { code, stderr } = await runCli(run, [], directory);
    expect([code, stderr]).toEqual([2, expect.stringContaining('got changes that are not commit')]);
  });
});
