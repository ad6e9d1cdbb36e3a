/** `npm start` without its build: serves the folder it is given. */
import { untilInterrupted } from '../../shared/interrupt.ts';
import { serve } from '../serve.ts';

const [directory = '', port = ''] = process.argv.slice(2);
await serve({
  root: process.cwd(),
  directory,
  port: Number(port),
  allowedOrigins: [],
  interrupted: untilInterrupted(),
});
