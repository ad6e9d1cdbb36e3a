import { describe, expect, it } from 'vitest';
import { outsideArms } from '../../../wire/grpc/arms.ts';
import { readGrpcTools, readServer } from '../grpc.ts';

describe('--server', () => {
  it('names a server and its address, and what is asked of it besides', () => {
    expect(readServer('it-2=[::1]:1')).toMatchObject({ name: 'it-2', address: '[::1]:1' });
    const full = readServer(
      'a=h.example:65535,version=1.2 of May,redial=60000,runtime=go 1.26.8,build=go -l -N=1',
    );
    expect(full).toEqual({
      name: 'a',
      address: 'h.example:65535',
      version: '1.2 of May',
      redialBytes: 60_000,
      conditions: { runtimes: { go: '1.26.8' }, builds: { go: '-l -N=1' } },
    });
    expect(outsideArms(full).map(({ id, redialBytes }) => [id, redialBytes])).toEqual([
      ['outside:a/as-it-stands', undefined],
      ['outside:a/redialled', 60_000],
    ]);
  });

  it.each([
    [
      'Mine=127.0.0.1:1',
      'expected small letters, digits and single hyphens, got "Mine"\n  → at name',
    ],
    ['a=127.0.0.1', '50051, got "127.0.0.1"\n  → at address'],
    ['a=127.0.0.1:0', 'got "127.0.0.1:0"'],
    ['a=http://127.0.0.1:1', 'got "http://127.0.0.1:1"'],
    ['a=localhost:50051', 'expected 127.0.0.1 or [::1]: localhost stands for both'],
    ['a=h:1,redial=9', 'expected number to be >=100, got "9"\n  → at redial'],
    ['a=h:1,version=', 'got ""\n  → at version'],
    [
      'a=h:1,build=-N',
      'expected a name and a text behind a space, such as go 1.26.8, got "-N"\n  → at build',
    ],
    ['a=h:1,tls', 'Unrecognized key: "tls"\nIts form: name=host'],
  ])('refuses %s', (given, message) => {
    expect(() => readServer(given)).toThrow(message);
  });

  it('has a name that no other has', async () => {
    await expect(readGrpcTools(['a=h:1', 'a=h:2'])).rejects.toThrow(
      '--server: got the name "a" twice, expected it once',
    );
  });
});
