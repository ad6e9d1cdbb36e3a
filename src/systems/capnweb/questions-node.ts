import { newHttpBatchRpcResponse, newHttpBatchRpcSession, RpcTarget } from 'capnweb';
import type { NodeProbed } from '../../questions/kit.ts';
import { serveTexts } from '../../questions/node-server.ts';

class Adder extends RpcTarget {
  add(a: number, b: number): number {
    return a + b;
  }
}

export const probed: NodeProbed = {
  bundle: `export { newWebSocketRpcSession } from 'capnweb';`,
  types: {
    prelude: `
import { newWebSocketRpcSession } from 'capnweb';
import type { ServiceMethods } from '../../service/methods.ts';
export const api = newWebSocketRpcSession<ServiceMethods>('wss://example.org');
`,
    call: (method, args) => `api.${method}(${args})`,
    inferred: `import { RpcTarget } from 'capnweb';
    class Server extends RpcTarget { half(value: number) { return value / 2; } }
    export const half: number = await newWebSocketRpcSession<Server>('wss://example.org').half(4);`,
  },
  async sumOverNode() {
    await using server = await serveTexts(async (body) => {
      const request = new Request('http://localhost/', { method: 'POST', body });
      return (await newHttpBatchRpcResponse(request, new Adder())).text();
    });
    return await newHttpBatchRpcSession<Adder>(server.url).add(2, 3);
  },
};
