import { probeMethods } from '../../service/methods.ts';
import type { ProbeServer } from '../../../bench-workers/probes/server.ts';
import { callJson } from './server.ts';

export const probeServer: ProbeServer = {
  answer: (request, { shared }) => callJson(request, shared, probeMethods),
};
