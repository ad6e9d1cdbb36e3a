import type { RoundtripRecord } from '../harness/record/index.ts';

/**
 * Records of one entry stand beside each other, so one thing must have called.
 *
 * @param file the entry, for the message
 * @throws Error where measured records name different generators
 */
export function expectOneGenerator(
  records: ReadonlyArray<RoundtripRecord | undefined>,
  file: string,
): void {
  const measured = records.flatMap((record) => (record?.kind === 'measured' ? [record] : []));
  const found = [...new Set(measured.map(({ environment: { generator } }) => generator))];
  if (found.length < 2) return;
  const names = found.map((each) => each ?? 'none').join(' and ');
  throw new Error(
    `${file} records: got the generators ${names}, expected one: what calls is part of what is timed`,
  );
}
