import { dataLacks, jsonLacks, type System } from '../system.ts';

export const fetchJson: System = {
  id: 'fetch-json',
  label: 'Plain fetch',
  description:
    'No library and no socket: each operation is a POST of JSON to an address of its own, sent with fetch.',
  homepage: 'https://developer.mozilla.org/docs/Web/API/Fetch_API',
  versions: {},
  addressSuffix: '',
  probed: 'http',
  arms: [{ name: 'http', label: 'HTTP', accept: 'request', paths: true }],
  lacks: [
    ...jsonLacks,
    'NaN and infinities in typed arrays.',
    'Cycles.',
    ...dataLacks,
    'Batching: one message for all calls of a tick.',
    'Sockets that hibernate.',
  ],
  cannot: {
    structured: 'Its messages are JSON alone.',
    'called-back': 'A request has one answer, in which the server cannot call.',
  },
};
