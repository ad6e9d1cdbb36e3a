/** What the marks of numbers mean, in words. */
import type { Mark } from '../figures/figure.ts';

export const markMeanings: Readonly<Record<Mark, string>> = {
  measured: 'raw samples taken by this harness',
  derived: 'computed from other figures when the page was built',
  modelled: 'from a formula with stated inputs',
  quoted: 'carried over from an outside document, which kept no samples',
};
