import { tally, type Traffic } from './socket-meter.ts';

type Fetch = typeof globalThis.fetch;

/** A fetch that counts, and what it counted. */
export interface FetchMeter {
  fetch: Fetch;
  /** Counts everything since the meter was made: a request and its answer are a frame each. */
  read(): Traffic;
}

/**
 * Wraps a fetch so that requests, answers and the bytes of their bodies are counted, without
 * their heads. Counts request bodies that are text, and answers that are read as text. As with
 * sockets, bytes are counted when somebody reads, and not while an operation is timed.
 */
export function meterFetch(base: Fetch): FetchMeter {
  const passed = { out: tally(), in: tally() };
  let roundTrips = 0;
  let sentLast = false;
  return {
    async fetch(input, init) {
      passed.out.add(typeof init?.body === 'string' ? init.body : '');
      sentLast = true;
      const response = await base(input, init);
      const text = response.text.bind(response);
      let counted = false;
      response.text = async () => {
        const body = await text();
        if (!counted) passed.in.add(body);
        if (sentLast) roundTrips += 1;
        sentLast = false;
        counted = true;
        return body;
      };
      return response;
    },
    read() {
      const [sent, received] = [passed.out.read(), passed.in.read()];
      return {
        frames: { out: sent.frames, in: received.frames },
        bytes: { out: sent.bytes, in: received.bytes },
        roundTrips,
      };
    },
  };
}
