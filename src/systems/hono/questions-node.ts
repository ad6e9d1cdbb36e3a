import { Hono } from 'hono';
import { hc } from 'hono/client';
import { validator } from 'hono/validator';
import type { NodeProbed } from '../../questions/probed.ts';
import { serveTexts } from '../../questions/runtimes.ts';

const adder = new Hono().post(
  '/add',
  validator('json', (input: unknown) => input as { a: number; b: number }),
  (c) => {
    const { a, b } = c.req.valid('json');
    return c.json(a + b);
  },
);

export const probed: NodeProbed = {
  bundle: `export { hc } from 'hono/client';`,
  types: {
    prelude: `
import { Hono } from 'hono';
import { hc } from 'hono/client';
import { validator } from 'hono/validator';
import type { ServiceMethods } from '../../service/service.ts';
declare const methods: ServiceMethods;
const takes = <Input>() => validator('json', (input: unknown) => input as Input);
const server = new Hono()
  .post('/add', takes<[number, number]>(), (c) => c.json(methods.add(...c.req.valid('json'))))
  .post('/user', takes<[number]>(), (c) => c.json(methods.user(...c.req.valid('json'))))
  .post('/echo', takes<[unknown]>(), (c) => c.json(methods.echo(...c.req.valid('json'))))
  .post('/fail', takes<['type']>(), (c) => c.json(methods.fail(...c.req.valid('json'))))
  .post('/callBack', takes<[(value: number) => unknown, number]>(), async (c) =>
    c.json(await methods.callBack(...c.req.valid('json'))),
  );
export const api = hc<typeof server>('https://example.org');
`,
    call: (method, args) => `(await api.${method}.$post({ json: [${args}] })).json()`,
    inferred: `const own = new Hono().post('/half', takes<number>(), (c) => c.json(c.req.valid('json') / 2));
    const answer = await hc<typeof own>('https://example.org').half.$post({ json: 4 });
    export const half: number = await answer.json();`,
  },
  async sumOverNode() {
    await using server = await serveTexts(async (body) => {
      const headers = { 'Content-Type': 'application/json' };
      return (await adder.request('/add', { method: 'POST', headers, body })).text();
    });
    const answer = await hc<typeof adder>(server.url).add.$post({ json: { a: 2, b: 3 } });
    return answer.json();
  },
};
