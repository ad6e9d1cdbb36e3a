/**
 * Arms and workloads that nothing runs any more, by study. They stay because published records name them by
 * id, and pages take their labels, spoken names and colours from here.
 */
import type { StudyOutline } from '../harness/plan/index.ts';

type Retired = Pick<StudyOutline, 'arms' | 'workloads'>;

const arm = (id: string, label: string, spoken: string): StudyOutline['arms'][number] => ({
  ...{ id, label, spoken },
  system: id.replace(/\/.*/, ''),
});

export const retired: Readonly<Record<string, Retired>> = {
  'call-delay': {
    arms: [
      arm(
        'durable-call/in-memory',
        'durable-call of this site, in memory',
        'this site’s durable-call in memory',
      ),
      arm('durable-call/durable', 'durable-call of this site, durable', 'this site’s durable-call'),
      arm(
        'workers-rpc/all-four',
        'Workers RPC with all four suspects',
        'Workers RPC with all suspects',
      ),
      arm(
        'reconstruction/held',
        'The described design, with the boundary held until the result is taken',
        'the rebuilt design with its boundary held',
      ),
      arm(
        'reconstruction/unstored',
        'The described design, without its storage',
        'the rebuilt design without its storage',
      ),
      arm(
        'reconstruction/unbounded',
        'The described design, without its boundaries',
        'the rebuilt design without its boundaries',
      ),
    ],
    workloads: [],
  },
};
