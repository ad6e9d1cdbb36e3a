/** The library for Node, which looks itself whether it is installed. */
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import type * as absent from './absent.ts';
import { debugFile, lumenizeRpcVersion } from '../optional.ts';

type Library = Omit<typeof absent, 'lumenizeRpcVersion'>;

async function load(): Promise<Library> {
  if (lumenizeRpcVersion === undefined) return import('./absent.ts');
  registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier === '@lumenize/debug' ? pathToFileURL(debugFile).href : specifier, context),
  });
  return (await import('@lumenize/rpc')) as Library;
}

export const {
  createHttpTransport,
  createRpcClient,
  createWebSocketTransport,
  handleRpcMessage,
  handleRpcRequest,
  sendDownstream,
} = await load();
