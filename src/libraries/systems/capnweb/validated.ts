/** A target whose arguments Cloudflare’s `capnweb-validate` checks: its build step writes the checks from these types. */
import { newMessagePortRpcSession, RpcTarget } from 'capnweb';
import { validateRpc } from 'capnweb-validate';

@validateRpc()
class Checked extends RpcTarget {
  typeOf(value: number): string {
    return typeof value;
  }
}

/** Calls the target over two ports. */
export async function typeOf(value: number): Promise<string> {
  const { port1, port2 } = new MessageChannel();
  newMessagePortRpcSession(port2, new Checked());
  using stub = newMessagePortRpcSession<Checked>(port1);
  try {
    return await stub.typeOf(value);
  } finally {
    port1.close();
  }
}
