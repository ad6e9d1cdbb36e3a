/** The Durable Object class of each system, one line each; wrangler.jsonc binds them by these names. */
export { RawWebSocketObject } from './systems/raw-websocket/server.ts';
export { LumenizeObject } from './systems/lumenize/server.ts';
export { CapnwebObject } from './systems/capnweb/server.ts';
export { KkrpcObject } from './systems/kkrpc/server.ts';
export { TrpcObject } from './systems/trpc/server.ts';
export { OrpcObject } from './systems/orpc/server.ts';
export { FetchJsonObject } from './systems/fetch-json/server.ts';
