import { describe, expect, it } from 'vitest';
import { outsideArms } from '../../../places/grpc/arms.ts';
import { readServers } from '../grpc.ts';

describe('--server', () => {
  it('names a server and its address, and what is asked of it besides', () => {
    expect(readServers(['mine=127.0.0.1:50051', 'it-2=[::1]:1'])).toEqual([
      { name: 'mine', address: '127.0.0.1:50051' },
      { name: 'it-2', address: '[::1]:1' },
    ]);
    const [full] = readServers([
      'a=h.example:65535,version=1.2 of May,one-connection,redial=60000,runtime=go 1.26.8,build=go -l -N',
    ]);
    expect(full).toEqual({
      ...{ name: 'a', address: 'h.example:65535', version: '1.2 of May' },
      ...{ oneConnection: true, redialBytes: 60_000 },
      conditions: { runtimes: { go: '1.26.8' }, builds: { go: '-l -N' } },
    });
  });

  it('is an arm as it stands, and one for each other way to call it', () => {
    const servers = readServers([
      'clgrpc=127.0.0.1:1,redial=60000,one-connection',
      'b=127.0.0.1:2',
    ]);
    const arms = servers.flatMap(outsideArms);
    expect(arms.map(({ id, label }) => [id, label])).toEqual([
      ['outside:clgrpc/as-it-stands', 'clgrpc (from outside), as it stands'],
      ['outside:clgrpc/redialled', 'clgrpc (from outside), a new connection every 60,000 bytes'],
      ['outside:clgrpc/one-connection', 'clgrpc (from outside), one connection'],
      ['outside:b/as-it-stands', 'b (from outside)'],
    ]);
    expect(arms.map(({ redialBytes, oneConnection }) => [redialBytes, oneConnection])).toEqual([
      [undefined, undefined],
      [60_000, undefined],
      [undefined, true],
      [undefined, undefined],
    ]);
  });

  it.each([
    [['mine'], 'got "mine", expected name=host:port'],
    [['Mine=127.0.0.1:1'], 'got the name "Mine", expected small letters'],
    [['a=127.0.0.1'], 'got the address "127.0.0.1", expected host and port'],
    [['a=127.0.0.1:0'], 'got the address "127.0.0.1:0"'],
    [['a=127.0.0.1:65536'], 'got the address "127.0.0.1:65536"'],
    [['a=http://127.0.0.1:1'], 'got the address "http://127.0.0.1:1"'],
    [['a=localhost:50051'], 'got localhost, expected the address that the server listens on'],
    [['a=h:1,redial=9'], 'got redial=9, expected a whole number of bytes from 100'],
    [['a=h:1,redial'], 'got redial=, expected a whole number'],
    [['a=h:1,version='], 'got "version=", expected redial=<bytes>, one-connection or'],
    [['a=h:1,build=-N'], 'got build=-N, expected a name and a text behind a space'],
    [['a=h:1,tls'], 'got "tls", expected redial=<bytes>'],
    [['a=h:1,one-connection,one-connection'], 'got one-connection twice, expected it once'],
    [['a=h:1', 'a=h:2'], 'got the name "a" twice, expected it once'],
  ])('refuses %j', (given, message) => {
    expect(() => readServers(given)).toThrow(message);
  });
});
