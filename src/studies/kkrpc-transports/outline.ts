import type { StudyOutline } from '../../harness/study.ts';

/** What the source measured; nothing of it can be run here. */
export const outline: StudyOutline = {
  id: 'kkrpc-transports',
  title: 'kkrpc over stdio and WebSocket',
  arms: [
    { id: 'kkrpc/node-stdio', label: 'Node.js over stdio', system: 'kkrpc' },
    { id: 'kkrpc/bun-stdio', label: 'Bun over stdio', system: 'kkrpc' },
    { id: 'kkrpc/deno-stdio', label: 'Deno over stdio', system: 'kkrpc' },
    { id: 'kkrpc/bun-websocket', label: 'Bun over WebSocket', system: 'kkrpc' },
  ],
  workloads: [
    {
      id: 'echo-sequential',
      label: 'Echo, one call after another',
      question: 'How many calls a second can one caller make that waits for each answer?',
    },
    {
      id: 'echo-concurrent',
      label: 'Echo, many calls at once',
      question: 'How many calls a second go through when the caller does not wait?',
    },
    {
      id: 'upload-1mb',
      label: 'Upload of 1 MB',
      question: 'How much data a second can go to the other process?',
    },
    {
      id: 'download-1mb',
      label: 'Download of 1 MB',
      question: 'How much data a second can come back?',
    },
    {
      id: 'echo-100kb',
      label: 'Echo of 100 kB',
      question: 'How much data a second goes there and back?',
    },
  ],
  reference: 'kkrpc/node-stdio',
  subjects: ['kkrpc/bun-stdio', 'kkrpc/deno-stdio', 'kkrpc/bun-websocket'],
  margin: 0.05,
};
