import type { Contestant } from '../../places/contestant.ts';

export const nodeIpc: Contestant = {
  id: 'node-ipc',
  label: 'process.send',
  description:
    'The channel that Node.js itself opens to a child process, with ids written by hand. Bun and Deno have it too.',
  homepage:
    'https://nodejs.org/api/child_process.html#subprocesssendmessage-sendhandle-options-callback',
  versions: {},
  mark: 'down',
  colors: ['#26292d', '#bdc0c4'],
};
