const studies = [
  ...['call-delay', 'grpc-go-vs-lisp', 'kkrpc-transports', 'lumenize-vs-capnweb'],
  ...['page-to-worker', 'streams'],
];
/** Studies whose code stands with their libraries. */
const codeElsewhere = ['grpc-go-vs-lisp', 'kkrpc-transports'];
/** Parts of the matrix that had pages. */
const groups = [
  ...['batching', 'bundle', 'direction', 'disposal', 'errors', 'hibernation', 'loss', 'pipelining'],
  ...['references', 'runtimes', 'security', 'transports', 'typescript', 'values'],
];
const framed = ['grpc', 'objects', 'page', 'processes', 'workers'];

/**
 * Pages that are gone, each with the page that replaces it. Astro writes a page at each old address that
 * leads to the new one. A page test walks content/addresses.txt, which has every address ever published.
 */
export const redirects = Object.fromEntries<string>([
  ['/status/', '/operate/'],
  ['/network/', '/studies/lumenize-vs-capnweb/2025-01-20-network-latency/'],
  ['/capabilities/between/', '/studies/call-delay/'],
  ['/capabilities/clients/', '/capabilities/#clients'],
  ['/capabilities/windows/', '/studies/page-to-worker/'],
  ...framed.map((id) => [`/embed/choose/${id}/`, `/choose/${id}/`] as const),
  ...groups.map((id) => [`/capabilities/${id}/`, `/capabilities/#group-${id}`] as const),
  ...studies.map((id) => [`/studies/${id}/history/`, `/studies/${id}/#journal`] as const),
  ...studies.map(
    (id) =>
      [
        `/studies/${id}/code/`,
        `/studies/${id}/${codeElsewhere.includes(id) ? '#systems' : '#source'}`,
      ] as const,
  ),
]);
