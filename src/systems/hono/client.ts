import { hc } from 'hono/client';
import { requestsOver } from '../../links/http.ts';
import type { Link } from '../../links/link.ts';
import { type Client, methodsByName, plainApi } from '../../service/api.ts';
import { methods } from '../../service/arguments.ts';
import type { ServiceMethods } from '../../service/methods.ts';
import type { AppType } from './routes.ts';

/** Each call is a request of its own: there is nothing to open. */
export function open(link: Link): Promise<Client> {
  const requests = requestsOver(link);
  const client = hc<AppType>(requests.address, { fetch: requests.fetch });
  return Promise.resolve({
    operations: plainApi(methodsByName(callerOf(client))),
    close: () => requests.close(),
  });
}

/** Calls a method by the route of its name. */
export const callerOf =
  (client: ReturnType<typeof hc<AppType>>) =>
  async (method: string, args: readonly unknown[], init: RequestInit = {}): Promise<never> => {
    const name = method as keyof ServiceMethods;
    const response: Response = await client[name].$post({ json: inputOf(name, args) }, { init });
    if (response.ok) return (await response.json()) as never;
    throw new Error(await response.text());
  };

/** The named arguments of a method; no body where it has none. */
function inputOf(method: string, args: readonly unknown[]): object | undefined {
  const kinds = Object(Reflect.get(methods, method)) as object;
  const names = Object.keys(kinds);
  if (names.length === 0) return undefined;
  return Object.fromEntries(args.map((value, at) => [names[at], value])) as object;
}
