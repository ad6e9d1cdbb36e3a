import type { Contestant } from '../../places/contestant.ts';
import { armsOver } from '../../places/processes/names.ts';

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
  processes: (workloads) => [
    ...armsOver(
      {
        system: 'node-ipc',
        transport: 'ipc',
        name: 'process.send',
        over: 'as JSON',
        usual: ['node'],
        noBytes: 'As JSON, its default, messages have no bytes; as structured clones they do.',
      },
      workloads,
    ),
    ...armsOver(
      {
        system: 'node-ipc',
        transport: 'ipc-advanced',
        name: 'process.send',
        over: 'as structured clones',
        usual: [],
      },
      workloads,
    ),
  ],
};
