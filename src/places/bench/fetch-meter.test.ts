import { describe, expect, it } from 'vitest';
import { TrafficMeter } from '../../harness/run/index.ts';
import { meterFetch } from './meters.ts';

const echo: typeof fetch = (_input, init) =>
  init?.body === 'lost'
    ? Promise.reject(new TypeError('fetch failed'))
    : Promise.resolve(new Response(init?.body));

describe('a fetch meter', () => {
  it('counts requests and answers, and the bytes of their bodies in UTF-8', async () => {
    const traffic = new TrafficMeter();
    const fetch = meterFetch(echo, traffic);
    const response = await fetch('http://virtual', { method: 'POST', body: 'é🌍' });
    expect(traffic.read()).toEqual({
      frames: { out: 1, in: 0 },
      bytes: { out: 6, in: 0 },
      roundTrips: 0,
    });
    expect(await response.text()).toBe('é🌍');
    expect(traffic.read()).toEqual({
      frames: { out: 1, in: 1 },
      bytes: { out: 6, in: 6 },
      roundTrips: 1,
    });
  });

  it('counts a request without an answer as sent alone', async () => {
    const traffic = new TrafficMeter();
    const fetch = meterFetch(echo, traffic);
    const lost = fetch('http://virtual', { method: 'POST', body: 'lost' });
    await expect(lost).rejects.toThrow('fetch failed');
    expect(traffic.read()).toEqual({
      frames: { out: 1, in: 0 },
      bytes: { out: 4, in: 0 },
      roundTrips: 0,
    });
  });
});
