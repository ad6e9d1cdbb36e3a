import type { Contestant } from '../../places/contestant.ts';

export const postMessage: Contestant = {
  id: 'post-message',
  label: 'Plain postMessage',
  spoken: 'plain postMessage',
  description:
    'Messages with ids, written by hand over the browser’s own postMessage. It is the baseline: the least that a call between windows and workers must cost.',
  homepage: 'https://developer.mozilla.org/en-US/docs/Web/API/Worker/postMessage',
  versions: {},
  mark: 'square',
  colors: ['#0000dc', '#f0d200'],
  window: {},
};
