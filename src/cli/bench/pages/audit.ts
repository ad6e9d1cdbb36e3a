import lighthouse, { type Flags } from 'lighthouse';
import { z } from 'zod';
import { findFreePair } from '../../shared/ports.ts';
import { launchChromium } from '../../shared/browser.ts';

export const categories = [
  'performance',
  'accessibility',
  'best-practices',
  'seo',
  'agentic-browsing',
] as const;
export type Category = (typeof categories)[number];

/** What of a page's load Lighthouse reports, under its own emulation of a phone. */
export interface Audited {
  /** 0 to 100. */
  scores: Record<Category, number>;
  /** How fast the machine was at the time, by Lighthouse's own index: more is faster. */
  machine: number;
  /** Cumulative layout shift, without a unit. */
  layoutShift: number;
  /** Total blocking time in ms. */
  blockingMs: number;
  /** `category/check` of all that counts, applies and does not pass. */
  failing: string[];
  requests: Request[];
}

/** A file that a page loaded before anything was pressed. */
export interface Request {
  url: string;
  script: boolean;
  /** As transferred: compressed, with its headers. */
  bytes: number;
}

/** From here on Lighthouse calls a check passed. */
const PASSED = 0.9;

const schema = z.object({
  runtimeError: z.object({ message: z.string() }).optional(),
  environment: z.object({ benchmarkIndex: z.number() }),
  categories: z.record(
    z.string(),
    z.object({
      score: z.number().nullable(),
      auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })),
    }),
  ),
  audits: z.intersection(
    z.record(
      z.string(),
      z.object({ score: z.number().nullable(), numericValue: z.number().optional() }),
    ),
    z.object({
      'network-requests': z.object({
        details: z.object({
          items: z.array(
            z.object({
              url: z.string(),
              resourceType: z.string().optional(),
              transferSize: z.number(),
            }),
          ),
        }),
      }),
    }),
  ),
});

/**
 * Loads a page in a fresh Chromium with Lighthouse's defaults: a phone, whose slow network and
 * processor are simulated.
 *
 * @throws Error when the page cannot be loaded or something is not in the report
 */
export async function audit(url: string): Promise<Audited> {
  const port = await findFreePair();
  const browser = await launchChromium({ args: [`--remote-debugging-port=${port}`] });
  try {
    const flags: Flags = { port, logLevel: 'error', onlyCategories: [...categories] };
    const report = await lighthouse(url, flags);
    return readReport(url, report?.lhr);
  } finally {
    await browser.close();
  }
}

/** @throws Error naming what of a report of Lighthouse is missing */
export function readReport(url: string, report: unknown): Audited {
  const parsed = schema.safeParse(report);
  if (!parsed.success) {
    throw new Error(`${url}: Lighthouse's report: ${z.prettifyError(parsed.error)}`);
  }
  const { audits, environment, runtimeError } = parsed.data;
  if (runtimeError !== undefined) throw new Error(`${url}: Lighthouse: ${runtimeError.message}`);
  const failing: string[] = [];
  const score = (id: Category): number => {
    const category = parsed.data.categories[id];
    if (category === undefined || category.score === null)
      throw new Error(`${url}: got no score for ${id}, expected one`);
    for (const ref of category.auditRefs) {
      const passed = audits[ref.id]?.score ?? 1;
      if (ref.weight > 0 && passed < PASSED) failing.push(`${id}/${ref.id}`);
    }
    return Math.round(category.score * 100);
  };
  const value = (id: string): number => {
    const found = audits[id]?.numericValue;
    if (found === undefined) throw new Error(`${url}: got no ${id}, expected a number`);
    return found;
  };
  const scores = Object.fromEntries(categories.map((id) => [id, score(id)]));
  return {
    scores: scores as Record<Category, number>,
    machine: environment.benchmarkIndex,
    layoutShift: value('cumulative-layout-shift'),
    blockingMs: value('total-blocking-time'),
    failing,
    requests: audits['network-requests'].details.items.map((item) => ({
      url: item.url,
      script: item.resourceType === 'Script',
      bytes: item.transferSize,
    })),
  };
}
