/** The kinds of noise of the calibration, in words. What they do is src/harness/simulate-weather.ts. */
export const weatherTexts: Readonly<Record<string, string>> = {
  quiet: 'Little noise, as on an idle machine.',
  'log-normal': 'Moderate noise with a longer tail on the slow side.',
  pareto: 'A tail so heavy that one operation now and then outweighs the rest of its block.',
  drift: 'The machine grows slower all the time, with a swing of a few rounds on top.',
  autocorrelated: 'Each operation is nearly as slow as the one before it.',
  'two-humped': 'Some blocks take a longer route, and some operations wait.',
  stalled: 'Some blocks lose a long pause, and a few are never answered and are void.',
};
