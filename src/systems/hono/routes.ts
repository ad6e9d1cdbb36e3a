/** The routes of the server as a client has them, by their types alone. */
import type { Hono } from 'hono';
import type { BlankEnv } from 'hono/types';
import type { ServiceMethods } from '../../service/methods.ts';

/** What the answer of a route is, by what it takes. */
type Answering<Input> = { input: Input; output: never; outputFormat: 'json'; status: 200 };

export type AppType = Hono<
  BlankEnv,
  {
    [Name in keyof ServiceMethods as `/${Name}`]: {
      $post: Answering<{ json: unknown }>;
      $get: Answering<{ query: Record<string, string> }>;
    };
  }
>;
