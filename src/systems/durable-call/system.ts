import type { Contestant } from '../../places/contestant.ts';

export const durableCall: Contestant = {
  id: 'durable-call',
  label: 'durable-call of this site',
  spoken: 'this site’s durable-call',
  description:
    'Calls that survive a crash, with an outbox in the object’s storage and a key by which each has its effect once. An illustration by this site, and no published library.',
  homepage: 'https://microservices.io/patterns/data/transactional-outbox.html',
  mark: 'right',
  colors: ['#2a2c2f', '#7b7d80'],
};
