/**
 * Has this process say, in every request and every socket to a bench, that it is the command line:
 * it has no origin as a page has, and the gate lets in nobody who says nothing. Loaded for that.
 */
const CLIENT = { 'Roundtrip-Client': 'roundtrip' } as const;

const isBench = (address: string | URL) => new URL(address).pathname.startsWith('/bench/');

const NodeWebSocket = globalThis.WebSocket;
globalThis.WebSocket = class extends NodeWebSocket {
  constructor(address: string | URL, protocols?: string | string[]) {
    // Node's takes headers in the place of the protocols, which the types of the web do not know.
    const options = { ...(protocols !== undefined && { protocols }), headers: CLIENT };
    super(address, isBench(address) ? (options as unknown as string[]) : protocols);
  }
};

const nodeFetch = globalThis.fetch;
globalThis.fetch = (input, init) => {
  const request = new Request(input, init);
  if (isBench(request.url)) request.headers.set('Roundtrip-Client', CLIENT['Roundtrip-Client']);
  return nodeFetch(request);
};
