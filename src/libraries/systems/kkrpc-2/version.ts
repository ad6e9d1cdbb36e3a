import { optionalVersion } from '../optional.ts';

export const version = optionalVersion('kkrpc-2');
