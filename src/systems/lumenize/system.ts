import { version } from '../../../node_modules/@lumenize/structured-clone/package.json';
import { hibernating, inMemory, type System } from '../system.ts';

export const lumenize: System = {
  id: 'lumenize',
  label: 'Lumenize RPC (reimplementation)',
  spoken: 'Lumenize RPC (reimplementation)',
  quotedAs: 'Lumenize RPC',
  description:
    'Our reimplementation of Lumenize RPC: calls to a Durable Object with every type of structured clone and errors with their stack.',
  homepage: 'https://lumenize.com',
  versions: { '@lumenize/structured-clone': version },
  addressSuffix: '/call',
  probed: hibernating.name,
  arms: [hibernating, inMemory],
  lacks: [
    'NaN and infinities in typed arrays.',
    'RequestSync and ResponseSync: the published codec’s copies of requests and answers of HTTP.',
    'Mapping: a call for each item of a list that is still to come.',
  ],
  cannot: { 'called-back': 'Of a function that is an argument, the name alone arrives.' },
};
