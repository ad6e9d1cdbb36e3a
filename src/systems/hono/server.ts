import { Hono } from 'hono';
import { validator } from 'hono/validator';
import { addressOf } from '../../../bench-workers/http.ts';
import type { Server } from '../../../bench-workers/server.ts';
import { methods } from '../../service/arguments.ts';
import { methodNames } from '../../service/methods.ts';
import type { Service } from '../../service/service.ts';

interface Env {
  Bindings: { service: Service };
}

/** An input is the named arguments of a method. The service checks them, for every library alike. */
const named = validator('json', (input: unknown) => Object(input) as Record<string, unknown>);

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
  const path = `/${name}` as const;
  const call = async (service: Service, args: readonly unknown[]): Promise<unknown> =>
    (await (service[name] as (...given: readonly unknown[]) => unknown)(...args)) ?? null;
  const names = Object.keys(methods[name]);
  if (names.length === 0) app.post(path, async (c) => c.json(await call(c.env.service, [])));
  else {
    app.post(path, named, async (c) => {
      const input = c.req.valid('json');
      return c.json(
        await call(
          c.env.service,
          names.map((each) => input[each]),
        ),
      );
    });
  }
}

export const server: Server = {
  answer: ({ request }, { service }) => app.fetch(request, { service }),
};
