import { probeMethods } from '../../../bench-workers/probes/methods.ts';
import type { ProbeServer } from '../../../bench-workers/probes/server.ts';
import { callJson } from './server.ts';

export const probeServer: ProbeServer = {
  answer: (request, service) => callJson(request, service, probeMethods),
};
