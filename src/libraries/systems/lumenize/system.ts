import { version } from '../../../../node_modules/@lumenize/structured-clone/package.json';
import { hibernating, inMemory, streamArm, type System, type SystemArm } from '../system.ts';

/** Name of the arm whose clients listen for what the server sends. */
export const DOWNSTREAM = 'downstream';

/** The arm whose streams are sent by sendDownstream. */
export const downstream = (label: string, spoken: string): SystemArm =>
  streamArm(
    DOWNSTREAM,
    {
      label: `${label}, sendDownstream`,
      spoken: `${spoken} downstream`,
      cannot: {
        up: 'Its clients make calls and pass no functions: only the server sends what nobody asked for, by sendDownstream.',
      },
    },
    { accept: 'hibernating' },
  );

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
  arms: [
    hibernating,
    inMemory,
    downstream('Lumenize RPC (reimplementation)', 'Lumenize RPC (reimplementation)'),
  ],
  cannot: { 'called-back': 'Only the name of a function arrives if it is an argument.' },
};
