import type { StudyOutline, WorkloadOutline } from '../../harness/study.ts';

function batch(calls: number): WorkloadOutline {
  return {
    id: `calls-${calls}`,
    label: `${calls} calls in one batch`,
    question: `How long do ${calls} calls from one Durable Object to another take?`,
  };
}

/** What the source measured; nothing of it can be run here. */
export const outline: StudyOutline = {
  id: 'call-delay',
  title: 'Calls between Durable Objects',
  arms: [
    { id: 'lumenize-call', label: '@lumenize/call', system: 'lumenize-call' },
    { id: 'workers-rpc', label: 'Workers RPC', system: 'workers-rpc' },
  ],
  workloads: [10, 25, 35, 40, 45, 50].map(batch),
  reference: 'workers-rpc',
  subjects: ['lumenize-call'],
  margin: 0.05,
};
