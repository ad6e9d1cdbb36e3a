/** Who else's pages may read what an object answers (the Fetch standard's CORS protocol). */

/**
 * `true` for every origin, `false` for none, a list of origins, or what decides on one. With `false`
 * requests are let through and answered without a word of it.
 */
export type Cors = boolean | { origin: string[] | ((origin: string, request: Request) => boolean) };

function isAllowed(origin: string, cors: Exclude<Cors, false>, request: Request): boolean {
  if (cors === true) return true;
  return Array.isArray(cors.origin) ? cors.origin.includes(origin) : cors.origin(origin, request);
}

/**
 * Decides on a request of a page: an answer where it goes no further, and the origin that its
 * answer has to name where it does.
 */
export function corsOf(request: Request, cors: Cors): { answer?: Response; origin?: string } {
  const origin = request.headers.get('Origin');
  if (origin === null || cors === false) return {};
  const allowed = isAllowed(origin, cors, request);
  if (request.method === 'OPTIONS') {
    return {
      answer: withOrigin(new Response(null, { status: 204 }), allowed ? origin : undefined),
    };
  }
  if (allowed) return { origin };
  return { answer: new Response(`origin: got ${origin}, which is not allowed`, { status: 403 }) };
}

/** The response with the headers that let a page of the origin read it. */
export function withOrigin(response: Response, origin: string | undefined): Response {
  if (origin === undefined) return response;
  const { status, statusText, body, webSocket } = response;
  const headers = new Headers(response.headers);
  headers.set('Access-Control-Allow-Origin', origin);
  headers.set('Vary', 'Origin');
  return new Response(body, { status, statusText, headers, webSocket });
}
