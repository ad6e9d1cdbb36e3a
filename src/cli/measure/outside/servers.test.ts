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
      ...{ name: 'a', address: 'h.example:65535', version: '1.2 of May', redialBytes: 60_000 },
      conditions: { runtimes: { go: '1.26.8' }, builds: { go: '-l -N=1' } },
    });
    expect(outsideArms(full).map(({ id, redialBytes }) => [id, redialBytes])).toEqual([
      ['outside:a/as-it-stands', undefined],
      ['outside:a/redialled', 60_000],
    ]);
  });

  it.each([
    ['Mine=127.0.0.1:1', 'name: got "Mine", expected small letters'],
    ['a=127.0.0.1', 'address: got "127.0.0.1", expected host and port'],
    ['a=127.0.0.1:0', 'got "127.0.0.1:0"'],
    ['a=127.0.0.1:65536', 'got "127.0.0.1:65536"'],
    ['a=http://127.0.0.1:1', 'got "http://127.0.0.1:1"'],
    ['a=localhost:50051', 'expected 127.0.0.1 or [::1]: localhost stands for both'],
    ['a=h:1,redial=9', 'redial: got "9", expected number to be >=100'],
    ['a=h:1,redial', 'redial: got ""'],
    ['a=h:1,version=', 'version: got ""'],
    ['a=h:1,build=-N', 'build: got "-N", expected a name and a text behind a space'],
    ['a=h:1,tls', 'tls: got a field that is not in the schema, expected none. Its form: name=host'],
  ])('refuses %s', (given, message) => {
    expect(() => readServer(given)).toThrow(message);
  });

  it('has a name that no other has', async () => {
    await expect(readGrpcTools(['a=h:1', 'a=h:2'])).rejects.toThrow(
      '--server: got the name "a" twice, expected it once',
    );
  });
});
