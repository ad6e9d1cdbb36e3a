import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { type Readable, Writable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { credentials } from '@grpc/grpc-js';
import { serve } from '../../../systems/connect/grpc.ts';
import { loadRouteGuide } from '../../../systems/grpc-js/grpc.ts';
import { HEADER_BYTES, inTwoWrites, PREFACE, proxyTo } from './proxy.ts';
import { features } from './service.ts';

const HOST = '127.0.0.1';

/** The methods of the proto that are called here. */
interface Stub {
  getFeature(request: object, then: (error: unknown, feature: unknown) => void): void;
  listFeatures(request: object): Readable;
  close(): void;
}

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

/** A stream, and all that is written to it, write by write. */
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

/** Passes on what comes, chunk by chunk; resolves once its end would be told. */
async function passAll(
  chunks: readonly Buffer[],
  { pass, finish }: ReturnType<typeof inTwoWrites>,
): Promise<void> {
  for (const chunk of chunks) await pass(chunk);
  await new Promise<void>((resolve) => finish(resolve));
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
        await passAll(chunks, inTwoWrites(to, end));
        expect(writes).toEqual(pieces);
      }),
      { numRuns: 60 },
    );
  });

  it('loses nothing of a frame that is never whole', async () => {
    const [header = PREFACE, payload = PREFACE] = frame(30);
    const { writes, to } = written();
    const cut = Buffer.concat([header, payload.subarray(0, 12)]);
    await passAll([cut], inTwoWrites(to, 'server'));
    expect(writes).toEqual([header, payload.subarray(0, 12)]);
  });
});

/** @returns its port */
async function listening(proxy: Server): Promise<number> {
  await once(proxy.listen(0, HOST), 'listening');
  return (proxy.address() as AddressInfo).port;
}

describe.each([true, false])('the proxy, with TCP_NODELAY %s', (noDelay) => {
  it('passes calls both ways as they are', async () => {
    const proxy = proxyTo({ host: HOST, port: await serve(HOST) }, noDelay);
    const address = `${HOST}:${await listening(proxy)}`;
    const client = new (loadRouteGuide())(address, credentials.createInsecure()) as unknown as Stub;
    onTestFinished(() => {
      client.close();
      proxy.close();
    });
    const [first] = features;
    const found = await new Promise((resolve) => {
      client.getFeature(first?.location ?? {}, (_, feature) => resolve(feature));
    });
    expect(found).toMatchObject({ name: first?.name });
    const [lo, hi] = [
      { latitude: 4e8, longitude: -75e7 },
      { latitude: 42e7, longitude: -73e7 },
    ];
    expect(await client.listFeatures({ lo, hi }).toArray()).toHaveLength(features.length);
  });

  it('resets a client whose server is gone', async () => {
    const gone = createServer().listen(0, HOST);
    await once(gone, 'listening');
    const { port } = gone.address() as AddressInfo;
    gone.close();
    const proxy = proxyTo({ host: HOST, port }, noDelay);
    onTestFinished(() => void proxy.close());
    const client = connect(await listening(proxy), HOST);
    const [error] = (await once(client, 'close').catch((reason: Error) => [reason])) as [Error];
    expect(error.message).toContain('ECONNRESET');
  });
});
