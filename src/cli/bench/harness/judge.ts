/**
 * Started by peers.ts: judges two arms in a process of its own, as `node bench.js` would. Both call
 * Cap’n Web, each over a socket of its own; the second may be slowed down.
 */
import { oneOf } from '../../shared/args.ts';
import '../../shared/identify.ts';
import { judges, names, type Said } from './judges.ts';
import { Slowed } from './slowed.ts';

/** What is asked of it, as JSON in its only argument. */
export interface Question {
  judge: string;
  /** Of the bench. */
  origin: string;
  /** Time that it is given. */
  ms: number;
  seed: number;
  /** Part of its time by which the second arm is slowed; 0 where it is the first one again. */
  added: number;
  /** Whether the first arm is written down first. */
  inOrder: boolean;
}

/** What the judge says, and what it took. */
export interface Judgement extends Said {
  /** Time on the clock, from the first connection to the verdict, in ms. */
  tookMs: number;
  /** Calls of both arms, those included that nothing counts. */
  calls: number;
  /** What was really added to the calls of the second arm, as a part of their time. */
  added: number;
}

const [, , question = ''] = process.argv;
const { judge, added, inOrder, ...job } = JSON.parse(question) as Question;
const slowed = { one: new Slowed(0), other: new Slowed(added) };
const arms = names.map((name) => [name, slowed[name]] as const);
const judging = judges[oneOf('judge', judge, Object.keys(judges))];
const startedAt = performance.now();
const said = await judging?.({ ...job, arms: inOrder ? arms : arms.toReversed() });
const tookMs = Math.round(performance.now() - startedAt);
const { one, other } = slowed;
console.log(
  JSON.stringify({ ...said, tookMs, calls: one.calls + other.calls, added: other.added }),
);
// A tool may leave a timer behind.
process.exit();
