/** The Durable Object class of each system, one line each; wrangler.jsonc binds them by these names. */
export { RawWebSocketObject } from '../src/systems/raw-websocket/server.ts';
export { LumenizeObject } from '../src/systems/lumenize/server.ts';
export { CapnwebObject } from '../src/systems/capnweb/server.ts';
export { KkrpcObject } from '../src/systems/kkrpc/server.ts';
export { TrpcObject } from '../src/systems/trpc/server.ts';
export { OrpcObject } from '../src/systems/orpc/server.ts';
export { FetchJsonObject } from '../src/systems/fetch-json/server.ts';
