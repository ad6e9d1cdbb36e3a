/** The page of frames that a run of the study of windows and workers opens. No page links it. */
import type { APIRoute } from 'astro';
import { PEER_SCRIPT } from '../../places/windows/channel.ts';

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="robots" content="noindex">
    <title>The other end of a measurement</title>
  </head>
  <body>
    <main>
      <p>A run of <a href="/studies/page-to-worker/">From a page to its worker</a> calls this page in a frame.</p>
    </main>
    <script src="${PEER_SCRIPT}"></script>
  </body>
</html>
`;

export const GET: APIRoute = () =>
  new Response(page, { headers: { 'Content-Type': 'text/html; charset=utf-8' } });
