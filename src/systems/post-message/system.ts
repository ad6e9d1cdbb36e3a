import type { Contestant } from '../../places/contestant.ts';

export const postMessage: Contestant = {
  id: 'post-message',
  label: 'Plain postMessage',
  spoken: 'plain postMessage',
  description:
    'Hand-written messages with ids over the browser’s own postMessage, without a library. Libraries are compared with it.',
  homepage: 'https://developer.mozilla.org/en-US/docs/Web/API/Worker/postMessage',
  versions: {},
  window: {},
};
