import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { Readable, Writable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { GrpcClient } from '../clients/grpc.ts';
import { freshNotes, getFeature, listFeatures, paddedRoute, wrongIn } from '../clients/request.ts';
import { listen } from '../servers/listen.ts';
import { serve } from '../servers/connect.ts';
import { HEADER_BYTES, Pieces, PREFACE } from './pieces.ts';
import { forward, proxyTo } from './proxy.ts';

const HOST = '127.0.0.1';

/** A frame with a payload of so many bytes, as its header and, where there is one, its payload. */
function frame(bytes: number): Buffer[] {
  const header = Buffer.alloc(HEADER_BYTES, 7);
  header.writeUIntBE(bytes, 0, 3);
  return bytes === 0 ? [header] : [header, Buffer.alloc(bytes, bytes)];
}

/** Bytes cut at these places. */
function cutAt(bytes: Buffer, places: readonly number[]): Buffer[] {
  const ends = [...places.map((place) => place % bytes.length), bytes.length].toSorted(
    (a, b) => a - b,
  );
  return ends.map((end, at) => bytes.subarray(ends[at - 1] ?? 0, end));
}

/** What is written to it, write by write. */
function written() {
  const writes: Buffer[] = [];
  const to = new Writable({
    write(chunk: Buffer, _, done) {
      writes.push(chunk);
      // As a socket does that is not ready at once.
      setImmediate(done);
    },
  });
  return { writes, to };
}

describe('a direction of a proxied connection', () => {
  it('goes out in two writes a frame, wherever it was cut on its way', async () => {
    const frames = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 6 });
    const cuts = fc.array(fc.nat(), { maxLength: 12 });
    const from = fc.constantFrom('client' as const, 'server' as const);
    await fc.assert(
      fc.asyncProperty(from, frames, cuts, async (end, sizes, places) => {
        const pieces = [...(end === 'client' ? [PREFACE] : []), ...sizes.flatMap(frame)];
        const { writes, to } = written();
        const chunks = cutAt(Buffer.concat(pieces), places).filter(({ length }) => length > 0);
        await forward(Readable.from(chunks), to, new Pieces(end));
        expect(writes).toEqual(pieces);
      }),
      { numRuns: 60 },
    );
  });

  it('loses nothing of a frame that is never whole', async () => {
    const [header = PREFACE, payload = PREFACE] = frame(30);
    const { writes, to } = written();
    const cut = Buffer.concat([header, payload.subarray(0, 12)]);
    await forward(Readable.from([cut]), to, new Pieces('server'));
    expect(writes).toEqual([header, payload.subarray(0, 12)]);
  });
});

describe.each([true, false])('the proxy, with TCP_NODELAY %s', (noDelay) => {
  it('passes calls both ways as they are', async () => {
    const proxy = proxyTo({ host: HOST, port: await serve(HOST) }, noDelay);
    const address = `${HOST}:${await listen(proxy, HOST)}`;
    const client = new GrpcClient(address, 5000);
    onTestFinished(() => {
      client.close();
      proxy.close();
    });
    for (const request of [getFeature, listFeatures, freshNotes(), paddedRoute(65_536)]) {
      const answer = await client.call(request);
      expect(wrongIn(request, client.words(request.kind, answer))).toBeUndefined();
    }
  });

  it('resets a client whose server is gone', async () => {
    const gone = createServer().listen(0, HOST);
    await once(gone, 'listening');
    const { port } = gone.address() as AddressInfo;
    gone.close();
    const proxy = proxyTo({ host: HOST, port }, noDelay);
    onTestFinished(() => void proxy.close());
    const client = connect(await listen(proxy, HOST), HOST);
    const [error] = (await once(client, 'close').catch((reason: Error) => [reason])) as [Error];
    expect(error.message).toContain('ECONNRESET');
  });
});
