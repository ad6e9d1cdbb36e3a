import { version } from '../../../node_modules/birpc/package.json';
import { type Contestant, notHandedOver } from '../../places/contestant.ts';

export const birpc: Contestant = {
  id: 'birpc',
  label: 'birpc',
  description:
    'Calls in both directions over any channel of messages, in half a kilobyte. Test runners and development tools use it between their processes and workers.',
  homepage: 'https://github.com/antfu-collective/birpc',
  versions: { birpc: version },
  window: {
    cannot: notHandedOver('It gives whoever posts its messages no list of what to hand over.'),
  },
};
