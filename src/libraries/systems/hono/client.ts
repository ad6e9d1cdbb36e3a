import type { Hono } from 'hono';
import { hc } from 'hono/client';
import type { BlankEnv } from 'hono/types';
import { type Link, requestsOver } from '../../../wire/links/link.ts';
import { type Client, plainApi } from '../../../wire/service/api.ts';
import { type MethodName, namedInput } from '../../../wire/service/arguments.ts';

/** The answer of a route with such an input. */
type Answering<Input> = { input: Input; output: never; outputFormat: 'json'; status: 200 };

/** The types of the server’s routes for a client. */
export type AppType = Hono<
  BlankEnv,
  {
    [Name in MethodName as `/${Name}`]: {
      $post: Answering<{ json: unknown }>;
      $get: Answering<{ query: Record<string, string> }>;
    };
  }
>;

/** Each call is a request of its own: there is nothing to open. */
export function open(link: Link): Promise<Client> {
  const requests = requestsOver(link);
  const client = hc<AppType>(requests.address, { fetch: requests.fetch });
  return Promise.resolve({ operations: plainApi(callerOf(client)), close: () => requests.close() });
}

/** Calls a method by the route of its name. */
export const callerOf =
  (client: ReturnType<typeof hc<AppType>>) =>
  async (method: string, args: readonly unknown[], init: RequestInit = {}): Promise<never> => {
    const json = namedInput(method, args);
    const response: Response = await client[method as MethodName].$post({ json }, { init });
    if (response.ok) return (await response.json()) as never;
    throw new Error(await response.text());
  };
