/**
 * The process of a fuzz’s visits: the origin of a bench, a number of frames, a seed, and what no answer
 * may show are its arguments; what became of the visits is printed as JSON.
 */
import '../../shared/identify.ts';
import { messageOf } from '../../../bench-client/failure.ts';
import { seeded } from '../../../harness/plan/index.ts';
import { targets, visit } from './visits.ts';

/** Visits under way at once. */
const AT_ONCE = 8;
/** Of the slowest visits so many are told. */
const SLOWEST = 8;

export interface Visited {
  frames: number;
  visits: number;
  /** Endings of visits by what was visited: close codes, statuses, `left`, `stream`. */
  endings: Record<string, Record<string, number>>;
  /** Those that took longest, for whoever looks for what others waited for. */
  slowest: Array<{ target: string; seed: number; ms: number }>;
  wrong: string[];
}

const [origin = '', frames = '', seed = '', ...secrets] = process.argv.slice(2);
const random = seeded(Number(seed));
const all = targets();
const visited: Visited = { frames: 0, visits: 0, endings: {}, slowest: [], wrong: [] };
const wrong = new Set<string>();
let isLost = false;

async function visitOn(): Promise<void> {
  while (visited.frames < Number(frames) && !isLost) {
    // Each target in turn, so that few frames reach all of them.
    const target = all[visited.visits % all.length];
    if (target === undefined) return;
    visited.visits += 1;
    const own = Math.floor(random() * 2 ** 31);
    const startedAt = performance.now();
    const made = await visit(origin, target, own).catch((error: unknown) => {
      // A bench that does not answer answers no other either.
      isLost = true;
      wrong.add(`${target.id}, visit of seed ${own}: ${messageOf(error)}`);
      return { frames: 1, ending: 'lost', answers: [] };
    });
    const { frames: sent, ending, answers } = made;
    visited.frames += sent;
    visited.slowest.push({
      ...{ target: target.id, seed: own },
      ms: Math.round(performance.now() - startedAt),
    });
    visited.slowest.sort((one, other) => other.ms - one.ms).splice(SLOWEST);
    const of = (visited.endings[target.id] ??= {});
    of[ending] = (of[ending] ?? 0) + 1;
    for (const secret of secrets) {
      const at = answers.find((answer) => answer.includes(secret));
      if (at === undefined) continue;
      wrong.add(`${target.id}: an answer shows ${secret}: ${at.slice(0, 200)}`);
    }
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, visitOn));
visited.wrong = [...wrong];
process.stdout.write(JSON.stringify(visited), () => process.exit());
