/** Every study by its names, with the arms and workloads whose figures are only quoted, and with those that are retired. */
import type { StudyOutline } from '../harness/plan/index.ts';
import { findStudy, studies } from './index.ts';
import { findIn, runsHere } from '../systems/index.ts';
import { retired } from './retired.ts';

/** The library that the source measured, which was given up and is not run here. */
const lumenizeCall = { id: 'lumenize-call', label: '@lumenize/call', system: 'lumenize-call' };

/** What records may hold of a study that can be run, and is no part of a run here. */
type Quoted = Pick<StudyOutline, 'arms' | 'workloads' | 'quotedReference'>;

/** The published library, which records hold that were made where its package is installed. */
function publishedLumenize(): Quoted['arms'] {
  const { original } = findStudy('lumenize-vs-capnweb');
  if (original === undefined || runsHere(original.system)) return [];
  const { arms, system, label, spoken = label } = original;
  return arms.slice(0, 1).map((id) => ({ id, label, spoken, system }));
}

const quoted: Readonly<Record<string, Quoted>> = {
  'lumenize-vs-capnweb': { arms: publishedLumenize(), workloads: [] },
  'call-delay': { arms: [lumenizeCall], workloads: [] },
  // Its other half, grpc-go, is also measured.
  'grpc-go-vs-lisp': {
    quotedReference: 'grpc-go',
    arms: [{ id: 'grpc-lisp', label: 'Common Lisp (clgrpc)', system: 'grpc-lisp' }],
    workloads: [],
  },
  // A row of its table names one runtime; of the two ends it was the one called, by its code.
  'kkrpc-transports': {
    quotedReference: 'kkrpc/node-stdio',
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
        spoken: 'one call after another',
      },
      {
        id: 'echo-concurrent',
        label: 'Echo, many calls at once',
        question: 'How many calls a second go through when the caller does not wait?',
        spoken: 'one of many calls at once',
      },
      {
        id: 'upload-1mb',
        label: 'Upload of 1 MB',
        question: 'How much data a second can go to the other process?',
        spoken: 'sending 1 MB',
      },
      {
        id: 'download-1mb',
        label: 'Download of 1 MB',
        question: 'How much data a second can come back?',
        spoken: 'fetching 1 MB',
      },
      {
        id: 'echo-100kb',
        label: 'Echo of 100 kB',
        question: 'How much data a second goes there and back?',
        spoken: 'sending 100 kB there and back',
      },
    ],
  },
};

/**
 * Every study that can be run, with what its source measured besides, and what it measured here before.
 */
export const outlines: readonly StudyOutline[] = studies.map((study): StudyOutline => {
  const more = quoted[study.id] ?? { arms: [], workloads: [] };
  const before = retired[study.id] ?? { arms: [], workloads: [] };
  const ids = new Set(study.arms.map(({ id }) => id));
  const measured = more.arms.map(({ id }) => id).filter((id) => id !== more.quotedReference);
  return {
    ...study,
    ...more,
    arms: [...more.arms, ...study.arms, ...before.arms.filter(({ id }) => !ids.has(id))],
    // What is measured here comes first: the first of all is the one that an answer is about.
    workloads: [...study.workloads, ...before.workloads, ...more.workloads],
    subjects: [...measured, ...study.subjects],
  };
});

/** @throws RangeError naming the studies there are. */
export const findOutline = (id: string): StudyOutline => findIn('study', outlines, id);
