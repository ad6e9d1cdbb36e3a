/**
 * What happens to a run when connections are cut at every place, when a link delays besides, and
 * when workerd is killed: it goes on, keeps what is complete, and counts nothing twice.
 */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { withRecovery } from '../bench-client/recover.ts';
import { type BenchWorld, runtimeWorld } from '../bench-client/world.ts';
import { type LocalBench, startBench } from '../cli/shared/bench.ts';
import { startProxy } from '../cli/shared/open-bench.ts';
import { makePlan } from '../harness/plan/index.ts';
import type { Session } from '../harness/record/index.ts';
import { type RunEvent, runUntil } from '../harness/run/index.ts';
import { study as all } from '../studies/lumenize-vs-capnweb/study.ts';
import { type Cut, type CuttingProxy, startCuttingProxy } from './cutting-proxy.ts';
import { firstOfEach, allCases, oneOfEach } from './all-cases.ts';
import { type Moment, retrying, watched } from './watched-arms.ts';
import { eventually } from './eventually.ts';

const overRequests = ({ accept }: Pick<Arm, 'accept'>) => accept === 'request';
/** The library and the kind of transport decide what is said of a fault; which of them, is for the night. */
const kindOf = (arm: Arm) =>
  arm.id === all.baseline || arm.id === all.reference ? arm.id : overRequests(arm);
const study = { ...all, arms: oneOfEach(all.arms, kindOf) };

/** Operations of a turn, and turns that an arm has in a session which nothing disturbs. */
const [TURN, ROUNDS] = [3, 2];
/** The operation of each phase at which it is disturbed: of the turns, the second of the last. */
const AT = { connect: 0, 'warm-up': 1, turn: TURN + 1, check: 0, close: 0 } as const;
const LAST = TURN * ROUNDS - 1;

// Every arm has its faults: a busy machine takes long for all of them.
vi.setConfig({ testTimeout: 300_000 });

let bench: LocalBench;
let proxy: CuttingProxy;
beforeAll(async () => {
  // Room for three sessions: a socket that stayed behind in any would soon leave none.
  const gate = { sockets: 3 * (study.arms.length + 1) };
  bench = await startBench({ root: process.cwd(), port: 0, vars: { GATE: JSON.stringify(gate) } });
  proxy = await startCuttingProxy(bench.origin);
});
afterAll(async () => {
  proxy.stop();
  await bench.stop();
});

interface Disturbed {
  /** Rounds of all arms; a session ends with the round in which an arm fails. */
  rounds: number;
  onMoment: (moment: Moment) => void;
  of?: typeof study;
  origin?: string;
  world?: Partial<BenchWorld>;
}

/** Runs sessions that write, to the end; what the proxy holds is closed then. */
async function run({ rounds, onMoment, of = study, origin = proxy.origin, world }: Disturbed) {
  const options = {
    length: { rule: 'fixed', rounds },
    arms: of.arms.map(({ id }) => id),
    workloads: ['increment'],
  } as const;
  const pilot = { workload: 'increment', operations: TURN, rounds: ROUNDS, roundUs: 1000 };
  const events: RunEvent[] = [];
  const base = { ...runtimeWorld(origin), ...world };
  // A workerd that was killed is back after a moment, or much later on a busy machine.
  const hasty: BenchWorld = { ...base, after: (ms, then) => base.after(Math.min(ms, 50), then) };
  const { end, sessions } = await runUntil({
    study: watched(of, onMoment),
    plan: makePlan(of, options, 1, 0),
    world: { ...withRecovery(hasty, [origin], () => 30_000), after: base.after },
    clockStepUs: 1,
    pilots: [pilot],
    onEvent: (event) => void events.push(event),
  });
  expect(end).toEqual({ kind: 'complete', why: 'rounds' });
  expect(events.filter(({ type }) => type === 'left-out')).toEqual([]);
  await eventually(() => expect(proxy.busy).toEqual([]));
  return { sessions, waits: events.filter(({ type }) => type === 'waiting').length };
}

/** Why an arm’s session is discarded, or one turn of it; empty where all of it counts. */
function discarded({ arms, turns }: Session, id: string): string {
  const whole = arms.find(({ arm }) => arm === id);
  if (whole?.void !== undefined) return `session ${whole.void}: ${whole.detail}`;
  const turn = turns.find(({ arm, void: reason }) => arm === id && reason !== undefined);
  return turn === undefined ? '' : `round ${turn.round} ${turn.void}: ${turn.detail}`;
}

type Phase = Moment['phase'];
type Arm = (typeof all.arms)[number];
interface Fault extends Cut {
  phase: Phase;
}
/** What is cut in a session, by arm: the others are whole. */
type Planned = ReadonlyMap<string, Fault>;

const everywhere = (phase: Phase, kind: Cut['kind'], skip = 0): Fault[] =>
  (['before', 'in', 'after'] as const).map((place) => ({ phase, kind, place, skip }));

/** A message that does not arrive whole, and an answer that does not arrive at all. */
const unanswered = (phase: Phase, arm: Arm): Fault[] => [
  // A call that only reads may be a request without a body.
  { phase, kind: overRequests(arm) ? 'request head' : 'message up', place: 'in' },
  { phase, kind: overRequests(arm) ? 'answer head' : 'message down', place: 'before' },
];

function openings(arm: Arm): Fault[] {
  const handshakes = overRequests(arm)
    ? []
    : [...everywhere('connect', 'handshake'), ...everywhere('connect', 'handshake answer')];
  return [...handshakes, ...unanswered('warm-up', arm)];
}

function turns(arm: Arm): Fault[] {
  if (overRequests(arm)) {
    const kinds = ['request head', 'request body', 'answer head', 'answer body'] as const;
    return kinds.flatMap((kind) => everywhere('turn', kind));
  }
  // Cap’n Web sends a call, what asks for its result, and what lets go of it.
  const messages = arm.system === 'capnweb' ? [0, 1, 2] : [0];
  const up = messages.flatMap((skip) => everywhere('turn', 'message up', skip));
  return [...up, ...everywhere('turn', 'message down')];
}

function endings(arm: Arm): Fault[] {
  const closes = overRequests(arm)
    ? []
    : [...everywhere('close', 'close up'), ...everywhere('close', 'close down')];
  return [...unanswered('check', arm), ...closes];
}

/** Faults of half of the arms in one session, of the others in the next; and what befalls the other half. */
function scheduleOf(
  faults: (arm: Arm) => readonly Fault[],
  besides: typeof faults = () => [],
): Planned[] {
  const most = Math.max(...study.arms.map((arm) => faults(arm).length));
  return Array.from({ length: 2 * most }, (_, session) => {
    const own = study.arms.flatMap((arm, index) => {
      const list = (index + session) % 2 === 0 ? faults : besides;
      const fault = list(arm)[session >> 1];
      return fault === undefined ? [] : [[arm.id, fault] as const];
    });
    return new Map(own);
  });
}

const cutting =
  (schedule: readonly Planned[]) =>
  ({ arm, session, phase, nth, object }: Moment): void => {
    const fault = schedule[session]?.get(arm);
    if (fault?.phase === phase && nth === AT[phase]) proxy.cut(object, fault);
  };

/** What must be said of an arm in a session in which it was cut there. */
function sentenceOf({ phase, kind, place }: Fault): RegExp {
  if (/^(request|answer)/.test(kind)) {
    // A library may say first that it could not read the answer.
    const why = String.raw`(\w[^:]*: )?(fetch failed|terminated): \w`;
    if (phase === 'turn') {
      // The next request finds another connection where the client has heard of the end by then.
      const unheard = kind === 'answer body' && place === 'after' ? '^$|' : '';
      return new RegExp(`${unheard}^round 1 error: a turn: ${why}`);
    }
    return new RegExp(`^session error: ${phase === 'check' ? 'the check' : 'a turn'}: ${why}`);
  }
  // A call made after the end and before the event that tells of it fails by itself.
  const lost = (step: string) =>
    `(closed: the socket closed with code 1006 during ${step}|error: ${step}: .*(closed|failed|not open).*)$`;
  switch (phase) {
    case 'connect':
      return new RegExp(`^session (connect|${lost('a (turn|pause)')})`);
    case 'warm-up':
      return new RegExp(`^session ${lost('a turn')}`);
    case 'turn':
      return new RegExp(`^round 1 ${lost('a turn')}`);
    case 'check':
      return new RegExp(`^session ${lost('the check')}`);
    case 'close':
      return /^$/;
  }
}

/** Each arm that was cut says so, all others count. */
function expectAsPlanned(sessions: readonly Session[], schedule: readonly Planned[]): void {
  expect(proxy.waiting).toEqual([]);
  for (const [index, session] of sessions.entries()) {
    for (const { arm } of session.arms) {
      const fault = schedule[index]?.get(arm);
      const where = `${arm}, session ${index}: ${JSON.stringify(fault)}`;
      const expected = fault === undefined ? /^$/ : sentenceOf(fault);
      expect(discarded(session, arm), where).toMatch(expected);
      if (fault?.phase !== 'turn') continue;
      // The turn before counts, and has all its operations.
      const [before] = session.turns.filter((turn) => turn.arm === arm);
      expect(before?.void, where).toBeUndefined();
      expect(before?.samplesUs, where).toHaveLength(TURN);
    }
  }
}

it('goes on when connections are cut before, in and after every message', async () => {
  const [opened, taken] = [scheduleOf(openings), scheduleOf(turns, endings)];
  const schedule = [...opened, ...taken];
  const { sessions, waits } = await run({
    rounds: opened.length + ROUNDS * taken.length,
    onMoment: cutting(schedule),
  });
  expectAsPlanned(sessions, schedule);
  expect(waits).toBe(0);
});

it('goes on when connections are cut behind a link that delays', async () => {
  const delaying = await startProxy(proxy.origin, { roundTripMs: 4, jitterMs: 2 });
  const schedule = scheduleOf((arm) => [
    { phase: 'turn', kind: overRequests(arm) ? 'answer body' : 'message down', place: 'in' },
  ]);
  const { sessions } = await run({
    rounds: ROUNDS * schedule.length,
    onMoment: cutting(schedule),
    origin: delaying.origin,
  }).finally(() => delaying.stop());
  expectAsPlanned(sessions, schedule);
});

it('counts nothing that a client asked for again by itself', async () => {
  const schedule = scheduleOf((arm) => unanswered('turn', arm).slice(1));
  const { sessions } = await run({
    rounds: ROUNDS * schedule.length,
    onMoment: cutting(schedule),
    of: { ...study, arms: study.arms.map(retrying) },
  });
  expect(proxy.waiting).toEqual([]);
  for (const [index, faults] of schedule.entries()) {
    for (const arm of faults.keys()) {
      // A socket cannot close unnoticed; a request was done twice, as its answer says.
      const expected = study.arms.filter(overRequests).some(({ id }) => id === arm)
        ? /^session check: answer (\d+): got \d+, expected \1$/
        : /^round 1 closed: /;
      expect(discarded(sessions[index] as Session, arm), arm).toMatch(expected);
    }
  }
});

it('counts nothing of a session in which an operation was done twice', async () => {
  // A repeated message of Cap’n Web is another call to it, and shifts the numbers of all others.
  const doubled = ({ arm }: { arm: string }) => /^(raw|lumenize|kkrpc)/.test(arm);
  const at = [AT.turn, LAST];
  let twice = false;
  class Repeating extends WebSocket {
    override send(data: Parameters<WebSocket['send']>[0]): void {
      super.send(data);
      if (twice) super.send(data);
    }
  }
  const { sessions } = await run({
    rounds: ROUNDS * at.length,
    world: { through: { origin: proxy.origin, WebSocketClass: Repeating } },
    onMoment(moment) {
      const { phase, session, nth } = moment;
      twice = doubled(moment) && phase === 'turn' && nth === at[session];
    },
  });
  const [middle, last] = sessions as [Session, Session];
  for (const arm of middle.arms.filter(doubled)) {
    expect(discarded(middle, arm.arm)).toMatch(
      /^session check: answer (\d+): got \d+, expected \1$/,
    );
  }
  for (const { arm } of last.arms.filter(doubled)) {
    expect(discarded(last, arm)).toMatch(/^session check: the counter holds (\d+), expected \d+$/);
  }
});

it('waits for workerd when it is killed in warm-up, turn or check, and keeps what is complete', async () => {
  // A client sees the end of a socket, and no answer to a request.
  const struck = firstOfEach(study.arms, (arm) =>
    allCases ? [arm.system, arm.accept].join() : overRequests(arm),
  );
  const kills: Array<{ phase: keyof typeof AT; arm: string }> = [
    { phase: 'warm-up', arm: study.baseline },
    ...struck.map(({ id }) => ({ phase: 'turn' as const, arm: id })),
    { phase: 'check', arm: study.reference },
  ];
  /** Sessions in which it was killed, in the order of the kills. */
  const killed: number[] = [];
  let starting: Promise<void> | undefined;
  const { sessions, waits } = await run({
    // Whole sessions between two kills: an arm that fails in three in a row is left out.
    rounds: (1 + 3 * ROUNDS) * kills.length,
    onMoment({ arm, phase, session, nth }) {
      const kill = kills[killed.length];
      if (starting !== undefined || kill?.arm !== arm || kill.phase !== phase) return;
      if (nth !== AT[phase] || session < (killed.at(-1) ?? -Infinity) + 3) return;
      killed.push(session);
      process.kill(bench.pid() as number, 'SIGKILL');
      starting = bench.restart().finally(() => (starting = undefined));
    },
  });
  await starting;
  expect(killed).toHaveLength(kills.length);
  expect(waits).toBeGreaterThan(0);
  for (const [index, session] of sessions.entries()) {
    const kill = kills[killed.indexOf(index)];
    if (kill === undefined) {
      // In the session after it nothing answers, and the run waits: the next one is whole.
      const expected = killed.includes(index - 1) ? /^(session connect: \w.*)?$/ : /^$/;
      for (const { arm } of session.arms) expect(discarded(session, arm), arm).toMatch(expected);
      continue;
    }
    const own = discarded(session, kill.arm);
    const whole = kill.phase === 'turn' ? 'round 1' : 'session';
    expect(own, kill.arm).toMatch(new RegExp(`^${whole} (closed|error|connect): \\w`));
    if (kill.phase !== 'turn') continue;
    // What was complete before the kill counts.
    const at = session.turns.findIndex(({ round, arm }) => round === 1 && arm === kill.arm);
    expect(at).toBeGreaterThanOrEqual(session.arms.length);
    expect(session.turns.slice(0, at).every((turn) => turn.void === undefined)).toBe(true);
  }
});
