import { probeMethods } from '../../probes/methods.ts';
import type { ProbeServer } from '../../probes/server.ts';
import { callJson } from './answer.ts';

export const probeServer: ProbeServer = {
  answer: (request, service) => callJson(request, service, probeMethods),
};
