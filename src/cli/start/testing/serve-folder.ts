/** `npm start` without its build: serves the folder it is given, with the bench of a checkout. */
import { catchInterrupt, whenNpmIsKilled } from '../../shared/interrupt.ts';
import { startPages } from '../../shared/pages.ts';
import { serve } from '../serve.ts';

const [root = '', directory = '', port = ''] = process.argv.slice(2);
await serve({
  root,
  port: Number(port),
  allowedOrigins: [],
  startPages: () => startPages(directory, Number(port)),
  signal: AbortSignal.any([catchInterrupt(() => undefined).signal, await whenNpmIsKilled()]),
});
