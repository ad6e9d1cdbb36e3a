// What is deployed for a live bench in your pages: the systems of the package beside your Worker.
import bench from 'roundtrip/worker';
import own from './worker.js';

export * from 'roundtrip/worker';
export * from './worker.js';

export default {
  fetch: (request, env, context) =>
    (new URL(request.url).pathname.startsWith('/bench/') ? bench : own).fetch(
      request,
      env,
      context,
    ),
};
