import { newHttpBatchRpcResponse, newHttpBatchRpcSession } from 'capnweb';
import capnwebValidate from 'capnweb-validate/esbuild';
import { build } from 'esbuild';
import type { NodeProbed } from '../../questions/probed.ts';
import { answers, rejects } from '../../questions/outcome.ts';
import { serveTexts } from '../../questions/runtimes.ts';
import { Adder } from './questions.ts';

export const probed: NodeProbed = {
  bundle: `export { newWebSocketRpcSession } from 'capnweb';`,
  types: {
    prelude: `
import { newWebSocketRpcSession } from 'capnweb';
import type { ServiceMethods } from '../../service/service.ts';
export const api = newWebSocketRpcSession<ServiceMethods>('wss://example.org');
`,
    call: (method, args) => `api.${method}(${args})`,
    inferred: `import { RpcTarget } from 'capnweb';
    class Server extends RpcTarget { half(value: number) { return value / 2; } }
    export const half: number = await newWebSocketRpcSession<Server>('wss://example.org').half(4);`,
  },
  own: {
    async 'security-types'() {
      const { outputFiles } = await build({
        entryPoints: ['src/systems/capnweb/validated.ts'],
        // It reads the types of the whole program, which is this one file.
        plugins: [capnwebValidate({ tsconfig: 'src/systems/capnweb/tsconfig.validated.json' })],
        ...{ bundle: true, format: 'esm', platform: 'node', target: 'es2022', write: false },
        logLevel: 'silent',
      });
      const code = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64');
      const { typeOf } = (await import(
        `data:text/javascript;base64,${code}`
      )) as typeof import('./validated.ts');
      const outcome = await answers(() => typeOf(1), 'number');
      if (outcome.result !== 'pass') return outcome;
      return rejects(() => typeOf('a text' as unknown as number), 'refused by capnweb-validate: ');
    },
  },
  async sumOverNode() {
    await using server = await serveTexts(async (body) => {
      const request = new Request('http://localhost/', { method: 'POST', body });
      return (await newHttpBatchRpcResponse(request, new Adder())).text();
    });
    return await newHttpBatchRpcSession<Adder>(server.url).add(2, 3);
  },
};
