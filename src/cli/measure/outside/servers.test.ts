import { describe, expect, it } from 'vitest';
import { outsideArms } from '../../../places/grpc/arms.ts';
import { readGrpcTools, readServer } from '../grpc.ts';

describe('--server', () => {
  it('names a server and its address, and what is asked of it besides', () => {
    expect(readServer('it-2=[::1]:1')).toEqual({ name: 'it-2', address: '[::1]:1' });
    const full = readServer(
      'a=h.example:65535,version=1.2 of May,redial=60000,runtime=go 1.26.8,build=go -l -N',
    );
    expect(full).toEqual({
      ...{ name: 'a', address: 'h.example:65535', version: '1.2 of May', redialBytes: 60_000 },
      conditions: { runtimes: { go: '1.26.8' }, builds: { go: '-l -N' } },
    });
  });

  it('is an arm as it stands, and one with new connections', () => {
    const servers = ['clgrpc=127.0.0.1:1,redial=60000', 'b=127.0.0.1:2'].map(readServer);
    const arms = servers.flatMap(outsideArms);
    const redialled = 'clgrpc (from outside), a new connection every 60,000 bytes';
    expect(arms.map(({ id, label, redialBytes }) => [id, label, redialBytes])).toEqual([
      ['outside:clgrpc/as-it-stands', 'clgrpc (from outside), as it stands', undefined],
      ['outside:clgrpc/redialled', redialled, 60_000],
      ['outside:b/as-it-stands', 'b (from outside)', undefined],
    ]);
  });

  it.each([
    ['mine', 'got "mine", expected name=host:port'],
    ['Mine=127.0.0.1:1', 'got the name "Mine", expected small letters'],
    ['a=127.0.0.1', 'got the address "127.0.0.1", expected host and port'],
    ['a=127.0.0.1:0', 'got the address "127.0.0.1:0"'],
    ['a=127.0.0.1:65536', 'got the address "127.0.0.1:65536"'],
    ['a=http://127.0.0.1:1', 'got the address "http://127.0.0.1:1"'],
    ['a=localhost:50051', 'got localhost, expected the address that the server listens on'],
    ['a=h:1,redial=9', 'got redial=9, expected a whole number of bytes from 100'],
    ['a=h:1,redial', 'got redial=, expected a whole number'],
    ['a=h:1,version=', 'got "version=", expected a text behind version='],
    ['a=h:1,build=-N', 'got build=-N, expected a name and a text behind a space'],
    ['a=h:1,tls', 'got "tls", expected redial=<bytes>'],
    ['a=h:1,version=1,version=2', 'got version twice, expected it once'],
  ])('refuses %s', (given, message) => {
    expect(() => readServer(given)).toThrow(message);
  });

  it('has a name that no other has', async () => {
    await expect(readGrpcTools(['a=h:1', 'a=h:2'])).rejects.toThrow(
      '--server: got the name "a" twice, expected it once',
    );
  });
});
