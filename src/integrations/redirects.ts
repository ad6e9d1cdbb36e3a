/**
 * Pages that are gone, each with the page that replaces it. Astro writes a page at each old address that
 * leads to the new one. A page test walks content/addresses.txt, which has every address ever published.
 */
export const redirects: Readonly<Record<string, string>> = {
  '/embed/choose/grpc/': '/choose/grpc/',
  '/embed/choose/objects/': '/choose/objects/',
  '/embed/choose/page/': '/choose/page/',
  '/embed/choose/processes/': '/choose/processes/',
  '/embed/choose/workers/': '/choose/workers/',
  '/status/': '/operate/',
  '/capabilities/between/': '/studies/call-delay/',
  '/capabilities/windows/': '/studies/page-to-worker/',
  '/network/': '/studies/lumenize-vs-capnweb/2025-01-20-network-latency/',
  '/studies/call-delay/history/': '/studies/call-delay/#journal',
  '/studies/grpc-go-vs-lisp/history/': '/studies/grpc-go-vs-lisp/#journal',
  '/studies/kkrpc-transports/history/': '/studies/kkrpc-transports/#journal',
  '/studies/lumenize-vs-capnweb/history/': '/studies/lumenize-vs-capnweb/#journal',
  '/studies/page-to-worker/history/': '/studies/page-to-worker/#journal',
  '/studies/streams/history/': '/studies/streams/#journal',
  '/studies/call-delay/code/': '/studies/call-delay/#source',
  '/studies/grpc-go-vs-lisp/code/': '/studies/grpc-go-vs-lisp/#systems',
  '/studies/kkrpc-transports/code/': '/studies/kkrpc-transports/#systems',
  '/studies/lumenize-vs-capnweb/code/': '/studies/lumenize-vs-capnweb/#source',
  '/studies/page-to-worker/code/': '/studies/page-to-worker/#source',
  '/studies/streams/code/': '/studies/streams/#source',
};
