import { overRequests, streamArm, type System } from '../system.ts';

/** Name of the arm whose streams are events of an EventSource. */
export const EVENTS = 'events';

const requests = { accept: 'request', paths: true } as const;

export const fetchJson: System = {
  id: 'fetch-json',
  label: 'Plain fetch',
  description:
    'No library and no socket: each operation is a POST of JSON to an address of its own, sent with fetch.',
  homepage: 'https://developer.mozilla.org/docs/Web/API/Fetch_API',
  versions: {},
  probed: 'http',
  arms: [
    { name: 'http', label: 'HTTP', ...requests, json: true },
    streamArm(
      'body',
      {
        label: 'fetch with its body read as a stream',
        spoken: 'the body of a fetch',
        cannot: overRequests,
      },
      requests,
    ),
    streamArm(
      EVENTS,
      {
        label: 'EventSource',
        spoken: 'an EventSource',
        cannot: { ...overRequests, up: 'Its events only go from the server to the page.' },
      },
      requests,
    ),
  ],
  cannot: {
    structured: 'Its messages are plain JSON.',
    'called-back': 'A request has one answer, in which the server cannot call.',
  },
};
