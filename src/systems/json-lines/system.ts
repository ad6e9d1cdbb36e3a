import type { Contestant } from '../../places/contestant.ts';
import { processArm, runtimes } from '../../places/processes/names.ts';

export const jsonLines: Contestant = {
  id: 'json-lines',
  label: 'Plain JSON lines',
  spoken: 'hand-written JSON lines',
  description:
    'Hand-written JSON with ids: a line for each message between two processes, without a library. Libraries are compared with it.',
  homepage: 'https://jsonlines.org',
  versions: {},
  processes: () =>
    runtimes.map((runtime) =>
      processArm('Plain JSON lines', {
        ...{ system: 'json-lines', client: runtime, server: runtime, transport: 'stdio' },
      }),
    ),
};
