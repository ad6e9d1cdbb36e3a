/** What to do where nothing counted of a contestant from outside, which stands among much else in a report. */
import { isOutside } from '../../../harness/plan/index.ts';
import type { Report } from '../../../report/document.ts';

/** @returns a line for each arm and what became of it; none where something counted of all that it was asked */
export function nothingCounted({ record, arms }: Pick<Report, 'record' | 'arms'>): string[] {
  const { labels = {}, outside = [], setting } = record.environment;
  const failed = arms.flatMap(({ arm, workload, counted, failure }) =>
    isOutside(arm) && counted === 0 && failure !== undefined ? [{ arm, workload, failure }] : [],
  );
  const alike = Map.groupBy(failed, ({ arm, failure }) => `${arm} ${failure.detail}`);
  return [...alike.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const { arm, workload, failure } = first;
    const workloads = [workload, ...others.map((each) => each.workload)].join(', ');
    const { detail = failure.reason } = failure;
    const what = `${labels[arm] ?? arm}: nothing counted of ${workloads}: ${detail}.`;
    if (/\b(counter|peer)\.\w+ is not a function$/.test(detail))
      return `${what} Add it to the operations, or name the workload under cannot of the arm.`;
    if (setting !== 'workerd' || failure.reason !== 'connect') return what;
    return outside.some(({ id, served }) => arm.startsWith(`outside:${id}/`) && served === 'bench')
      ? `${what} It has no wrangler.jsonc, so it was called at the bench here: npx roundtrip init object writes one.`
      : `${what} ROUNDTRIP_VERBOSE=1 shows what its Worker says.`;
  });
}
