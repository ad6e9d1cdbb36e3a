import type { Server } from '../../../bench-workers/server.ts';

export const server: Server = {};
