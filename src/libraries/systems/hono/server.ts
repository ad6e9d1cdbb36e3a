import { type Context, Hono } from 'hono';
import { validator } from 'hono/validator';
import { addressOf } from '../../../../bench-workers/http.ts';
import type { Server } from '../../../../bench-workers/server.ts';
import {
  type MethodName,
  methodNames,
  methods,
  namedArguments,
} from '../../../wire/service/arguments.ts';
import type { Service } from '../../../wire/service/service.ts';

interface Env {
  Bindings: { service: Service };
}

/** An input is the named arguments of a method. The service checks them, for every library alike. */
const named = validator('json', (input: unknown) => input);

const answer = async (c: Context<Env>, name: MethodName, input?: unknown) =>
  c.json((await c.env.service.call(name, namedArguments(name, input))) ?? null);

const app = new Hono<Env>({ getPath: (request) => `/${addressOf(request).path}` })
  // The library has no form for an error: an answer with an error is a text.
  .onError(({ message }, c) => c.text(message, 400))
  .get('/add', (c) => c.json(c.env.service.add(Number(c.req.query('a')), Number(c.req.query('b')))))
  .post(
    '/typeOf',
    validator('json', ({ value }: { value: unknown }, c) =>
      typeof value === 'number' ? { value } : c.text('typeOf: expected a number', 400),
    ),
    (c) => c.json(c.env.service.typeOf(c.req.valid('json').value)),
  );

for (const name of methodNames) {
  const hasBody = Object.keys(methods[name]).length > 0;
  if (hasBody) app.post(`/${name}`, named, (c) => answer(c, name, c.req.valid('json')));
  else app.post(`/${name}`, (c) => answer(c, name));
}

export const server: Server = {
  answer: ({ request }, { service }) => app.fetch(request, { service }),
};
