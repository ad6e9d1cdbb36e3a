/**
 * The ratios and times of a finding as whole numbers in rows. The unit of a row is the power of ten
 * that gives its first amount four digits; what stands beside that amount is told by its distance.
 */
import {
  type ArmFinding,
  QUANTILES,
  type RatioFinding,
  type WorkloadFinding,
} from '../report/finding.ts';

// Whole numbers as bytes: seven bits in each, the highest bit set in all but the last (LEB128).

/** @throws RangeError for what is no whole number from 0 to 2^53 − 1 */
export function toBytes(numbers: readonly number[]): number[] {
  return numbers.flatMap((number) => {
    if (!Number.isSafeInteger(number) || number < 0) {
      throw new RangeError(`number: got ${number}, expected a whole one of at least 0`);
    }
    const bytes: number[] = [];
    let rest = number;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) + 0x80);
    return [...bytes, rest];
  });
}

/** Reads numbers one after the other from bytes that nobody vouches for. */
export class NumberReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /**
   * @param what to call the number in messages
   * @throws RangeError where the bytes have ended, and for a number above the most
   */
  next(what: string, most: number): number {
    let value = 0;
    for (let factor = 1; ; factor *= 0x80) {
      const byte = this.#bytes[this.#at];
      if (byte === undefined) throw new RangeError(`${what}: got the end, expected a number`);
      this.#at += 1;
      value += (byte % 0x80) * factor;
      if (value > most || factor > Number.MAX_SAFE_INTEGER) {
        throw new RangeError(`${what}: got ${value}, expected at most ${most}`);
      }
      if (byte < 0x80) return value;
    }
  }

  /** @throws RangeError where bytes are left */
  end(): void {
    const left = this.#bytes.length - this.#at;
    if (left > 0) throw new RangeError(`the end: got ${left} bytes more, expected none`);
  }
}

const VERDICTS = ['faster', 'slower', 'equal', 'undecided'] as const;
const FLAWS = ['no-interval', 'differs', 'wide'] as const;
/** Digits that the first amount of a row keeps. */
const DIGITS = 4;
/** Most that one may need, and the error of a product of which it is the value itself. */
const MOST_DIGITS = 8;
const EXACT = 1e-6;
/** The powers of ten that are units; rows count from the first. */
const LEAST_POWER = -12;
const MOST_POWER = 6;
/** Largest number that leaves room for another. */
const MOST = Number.MAX_SAFE_INTEGER - 1;
/** An interval’s level is told in parts of this. */
const LEVEL_PARTS = 10_000;

/** @param arms of the plan */
export function toNumbers(finding: WorkloadFinding, arms: readonly string[]): number[] {
  return [
    finding.ratios.length,
    ...finding.ratios.flatMap((each) => ratioRow(each, arms)),
    finding.arms.length,
    ...finding.arms.flatMap((each) => armRow(each, arms)),
  ];
}

function ratioRow(found: RatioFinding, arms: readonly string[]): number[] {
  const { arm, verdict, ratio, low, high, level, neededMs, flaw } = found;
  const { power, whole } = unitOf(ratio);
  const at = whole(ratio);
  return [
    ...[arms.indexOf(arm), VERDICTS.indexOf(verdict), power, at],
    ...[optional(low, (end) => at - whole(end)), optional(high, (end) => whole(end) - at)],
    optional(level, (each) => Math.round(each * LEVEL_PARTS)),
    ...[optional(neededMs, Math.round), optional(flaw, (each) => FLAWS.indexOf(each))],
  ];
}

function armRow(found: ArmFinding, arms: readonly string[]): number[] {
  const { arm, median, low, high, network, quantiles } = found;
  const { power, whole } = unitOf(median);
  const at = whole(median);
  const ascending = quantiles.map(whole);
  return [
    ...[arms.indexOf(arm), power, at],
    ...[optional(low, (end) => at - whole(end)), optional(high, (end) => whole(end) - at)],
    ...[optional(network, whole), quantiles.length === 0 ? 0 : 1],
    ...ascending.map((value, index) => value - (ascending[index - 1] ?? 0)),
  ];
}

/**
 * What {@link toNumbers} was given, but for its digits.
 *
 * @throws RangeError for numbers that are no finding
 */
export function readRows(
  reader: NumberReader,
  id: string,
  arms: readonly string[],
): WorkloadFinding {
  const many = <Row>(what: string, row: () => Row) =>
    Array.from({ length: reader.next(`number of ${what} of ${id}`, arms.length) }, row);
  const ratios = many('ratios', () => readRatio(reader, id, arms));
  return { id, ratios, arms: many('arms', () => readArm(reader, id, arms)) };
}

function readRatio(reader: NumberReader, id: string, arms: readonly string[]): RatioFinding {
  const arm = readArmId(reader, id, arms);
  const read = (what: string, most: number) => reader.next(`${what} of ${id}, ${arm}`, most);
  const maybe = (what: string, most: number) => read(what, most + 1) - 1;
  const verdict = VERDICTS[read('verdict', VERDICTS.length - 1)] ?? 'undecided';
  const power = read('unit', MOST_POWER - LEAST_POWER);
  const at = read('ratio', MOST);
  if (at === 0) throw new RangeError(`ratio of ${id}, ${arm}: got 0, expected more`);
  const [down, up] = [maybe('lower end', at), maybe('upper end', MOST)];
  const [level, neededMs] = [maybe('level', LEVEL_PARTS - 1), maybe('time needed', MOST)];
  const flaw = FLAWS[maybe('flaw', FLAWS.length - 1)];
  return {
    ...{ arm, ratio: valueOf(at, power), verdict },
    ...(down >= 0 && { low: valueOf(at - down, power) }),
    ...(up >= 0 && { high: valueOf(at + up, power) }),
    ...(level >= 0 && { level: level / LEVEL_PARTS }),
    ...(neededMs >= 0 && { neededMs }),
    ...(flaw && { flaw }),
  };
}

function readArm(reader: NumberReader, id: string, arms: readonly string[]): ArmFinding {
  const arm = readArmId(reader, id, arms);
  const read = (what: string, most: number) => reader.next(`${what} of ${id}, ${arm}`, most);
  const maybe = (what: string, most: number) => read(what, most + 1) - 1;
  const power = read('unit', MOST_POWER - LEAST_POWER);
  const at = read('median', MOST);
  const [down, up] = [maybe('lower end', at), maybe('upper end', MOST)];
  const network = maybe('bare round trip', MOST);
  const steps = read('distribution', 1) === 0 ? [] : QUANTILES.map(() => read('quantile', MOST));
  let reached = 0;
  return {
    ...{ arm, median: valueOf(at, power) },
    ...(down >= 0 && { low: valueOf(at - down, power) }),
    ...(up >= 0 && { high: valueOf(at + up, power) }),
    ...(network >= 0 && { network: valueOf(network, power) }),
    quantiles: steps.map((step) => valueOf((reached += step), power)),
  };
}

function readArmId(reader: NumberReader, id: string, arms: readonly string[]): string {
  return arms[reader.next(`arm of ${id}`, arms.length - 1)] ?? '';
}

/** What a value is told by, 0 standing for none. */
function optional<Value>(value: Value | undefined, told: (value: Value) => number): number {
  return value === undefined ? 0 : told(value) + 1;
}

/** The unit of a row whose first amount this is: smaller where that would end in a half that is none. */
function unitOf(
  value: number,
  digits = DIGITS,
): { power: number; whole: (value: number) => number } {
  const [, exponent = '0'] = value.toExponential(digits - 1).split('e');
  const power = Math.min(MOST_POWER, Math.max(LEAST_POWER, Number(exponent) - digits + 1));
  const scaled = (each: number) => each * 10 ** -power;
  const { near, beyond } = nearest(scaled(value));
  if (near !== beyond && digits < MOST_DIGITS) return unitOf(value, digits + 1);
  return { power: power - LEAST_POWER, whole: (each) => nearest(scaled(each)).beyond };
}

/**
 * The nearest whole number, and the one to write: that beside it where it ends in a 5 or a 0 that is not
 * the value itself. A page rounds once more, and would round a half that was none.
 */
function nearest(value: number): { near: number; beyond: number } {
  const near = Math.round(value);
  const misleads = near % 5 === 0 && Math.abs(value - near) > EXACT;
  return { near, beyond: misleads ? near + Math.sign(value - near) : near };
}

/** Read as decimal text, which leaves no tail of digits behind. */
function valueOf(whole: number, power: number): number {
  return Number(`${whole}e${power + LEAST_POWER}`);
}
