/** A JSON answer that no cache keeps. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store', ...headers } });
}

/** A JSON error: `error` is a word for programs, `message` a sentence with what was expected. */
export function jsonError(
  status: number,
  error: string,
  message: string,
  headers: Record<string, string> = {},
): Response {
  return json({ error, message }, status, headers);
}
