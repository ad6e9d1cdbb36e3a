import { createRpcClient, createWebSocketTransport } from '#lumenize-rpc/library';
import { listening } from '../lumenize/streams-client.ts';

export const connect = listening({ createRpcClient, createWebSocketTransport });
