/** What the nightly check found, and when it is worth waking somebody. */

/** One night of a deployed bench. */
export interface Night {
  /** When it began, ISO 8601. */
  at: string;
  /** Commit that answered; null when none did. */
  commit: string | null;
  /** What does not answer, by its arm, with why; the arm `*` stands for the whole bench. */
  silent: Array<{ arm: string; why: string }>;
  /** Number of arms asked; 0 when the bench did not answer. */
  arms: number;
  /** What else of a deployment did not hold, a sentence each. */
  wrong: string[];
  /** The reference against itself; null when it was not measured. */
  control: {
    differs: boolean;
    ratio: number | null;
    low: number | null;
    high: number | null;
  } | null;
}

/** Something that somebody must look at, with a title that stays the same while it lasts. */
export interface Alarm {
  title: string;
  body: string;
}

/** Nights in a row in which the A/A control differs before that is more than chance. */
const CONTROL_NIGHTS = 3;
/** Nights that are kept and shown. */
export const MOST_NIGHTS = 400;

/** The history with one night more, the oldest first. */
export function withNight(nights: readonly Night[], night: Night): Night[] {
  return [...nights, night].slice(-MOST_NIGHTS);
}

/**
 * What began last night: an arm that stopped answering, or the A/A control that differs for the third
 * night running. What went on from the night before was told then.
 *
 * @param nights the oldest first
 */
export function alarmsOf(nights: readonly Night[]): Alarm[] {
  const last = nights.at(-1);
  if (last === undefined) return [];
  const before = new Set(nights.at(-2)?.silent.map(({ arm }) => arm));
  const alarms = last.silent
    .filter(({ arm }) => !before.has(arm) && !before.has(EVERY_ARM))
    .map(({ arm, why }) => ({
      title: arm === EVERY_ARM ? 'The bench does not answer' : `${arm} stopped answering`,
      body: `In the night of ${dayOf(last)}, at commit ${last.commit ?? 'unknown'}: ${why}.`,
    }));
  if (controlRun(nights) === CONTROL_NIGHTS) {
    const ratios = nights.slice(-CONTROL_NIGHTS).map((night) => {
      const { ratio = null, low = null, high = null } = night.control ?? {};
      return `- ${dayOf(night)}: ${ratio?.toFixed(3)} (${low?.toFixed(3)}–${high?.toFixed(3)})`;
    });
    alarms.push({
      title: 'The A/A control differs',
      body: [
        `The reference differed from itself in ${CONTROL_NIGHTS} nights running: what is measured there cannot be trusted until it is known why.`,
        '',
        ...ratios,
      ].join('\n'),
    });
  }
  return alarms;
}

/** Stands for the whole bench among arms. */
export const EVERY_ARM = '*';

/** Nights at the end of the history in which the A/A control differed. */
function controlRun(nights: readonly Night[]): number {
  const sound = nights.findLastIndex(({ control }) => control?.differs !== true);
  return nights.length - 1 - sound;
}

/** The day a night began, UTC: `2026-11-22`. */
export function dayOf({ at }: Pick<Night, 'at'>): string {
  return at.slice(0, 10);
}

/** A night in words: what answered, and what the control said. */
export function nightTexts({ silent, arms, wrong, control }: Night): {
  bench: string;
  control: string;
} {
  const [first] = silent;
  const bench =
    first?.arm === EVERY_ARM
      ? 'did not answer'
      : silent.length === 0
        ? wrong.length === 0
          ? `all ${arms} arms answered`
          : `all ${arms} arms answered; ${wrong.join('; ')}`
        : `${arms - silent.length} of ${arms} arms answered; not ${silent.map(({ arm }) => arm).join(', ')}`;
  if (control === null) return { bench, control: 'not measured' };
  const { differs, ratio, low, high } = control;
  const range =
    ratio === null || low === null || high === null
      ? 'too few rounds for an interval'
      : `${ratio.toFixed(2)}× (${low.toFixed(2)}–${high.toFixed(2)})`;
  return { bench, control: differs ? `differs from itself, ${range}` : range };
}

/**
 * Reads the history as the bench hands it on.
 *
 * @throws TypeError naming the field that is not of the form it must have
 */
export function readNights(value: unknown): Night[] {
  const nights = (value as { nights?: unknown } | null)?.nights;
  if (!Array.isArray(nights)) throw new TypeError('nights: got none, expected a list');
  return nights.slice(-MOST_NIGHTS).map(readNight);
}

function readNight(value: unknown, index: number): Night {
  const night = (value ?? {}) as Record<string, unknown>;
  const wrong = (field: string, expected: string) =>
    new TypeError(
      `nights.${index}.${field}: got ${JSON.stringify(night[field])}, expected ${expected}`,
    );
  const { at, commit, arms, silent, control } = night;
  if (typeof at !== 'string' || Number.isNaN(Date.parse(at))) throw wrong('at', 'a time');
  if (commit !== null && typeof commit !== 'string') throw wrong('commit', 'a hash or null');
  if (typeof arms !== 'number') throw wrong('arms', 'a number');
  const texts = night['wrong'];
  if (!Array.isArray(texts) || !texts.every((text) => typeof text === 'string')) {
    throw wrong('wrong', 'a list of sentences');
  }
  if (!Array.isArray(silent) || !silent.every(isSilent)) throw wrong('silent', 'arms with why');
  if (control !== null && !isControl(control)) throw wrong('control', 'a ratio or null');
  return { at, commit, arms, silent, wrong: texts, control };
}

function isSilent(value: unknown): value is Night['silent'][number] {
  const { arm, why } = (value ?? {}) as Record<string, unknown>;
  return typeof arm === 'string' && typeof why === 'string';
}

function isControl(value: unknown): value is NonNullable<Night['control']> {
  const { differs, ratio, low, high } = (value ?? {}) as Record<string, unknown>;
  const numbers = [ratio, low, high].every((each) => each === null || typeof each === 'number');
  return typeof differs === 'boolean' && numbers;
}
