export { dispose, expose, RPCChannel, transfer, withCallOptions, wrap } from 'kkrpc-2';
export { createHttpHandler, httpClientTransport } from 'kkrpc-2/http';
export { iframeChildTransport, iframeParentTransport } from 'kkrpc-2/iframe';
export { nodeStdioTransport, stdioJsonTransport } from 'kkrpc-2/stdio';
export { StreamingRPCChannel } from 'kkrpc-2/streaming';
export { workerSelfTransport, workerTransport } from 'kkrpc-2/worker';
export { webSocketTransport } from 'kkrpc-2/ws';
