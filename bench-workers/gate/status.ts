/** Most of a history that is handed on, in characters: 400 nights are a tenth of it. */
const LONGEST = 1024 * 1024;
/** So long an answer is told again, in s: a night is told once a day. */
const FRESH_S = 600;
/** The platform's cache asks for it no more often than that; others do not know the field. */
const CACHED: object = { cf: { cacheEverything: true, cacheTtl: FRESH_S } };

/**
 * `GET /bench/status`: the nights that the nightly check has kept, from where it keeps them; none where
 * nothing is kept. Nobody can write it here, and what asks it costs one request at most.
 *
 * @param url where they are kept; empty where they are not
 */
export async function status(url: string): Promise<Response> {
  if (url === '') return answer('{"nights":[]}');
  let text: string;
  try {
    const kept = await fetch(url, CACHED);
    // No night yet: the branch is made by the first.
    if (kept.status === 404) return answer('{"nights":[]}');
    if (!kept.ok) throw new Error(`status ${kept.status}`);
    text = await kept.text();
    if (text.length > LONGEST) throw new Error(`${text.length} characters`);
    JSON.parse(text);
  } catch (error) {
    const got = error instanceof Error ? error.message : String(error);
    const message = `nights: got ${got}, expected JSON of those that are kept`;
    const headers = { 'Cache-Control': 'no-store' };
    return Response.json({ error: 'status', message }, { status: 502, headers });
  }
  return answer(text);
}

function answer(text: string): Response {
  return new Response(text, {
    headers: {
      'Content-Type': 'application/json',
      'Cache-Control': `public, max-age=${FRESH_S}`,
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
