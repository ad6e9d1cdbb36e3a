/** An address of the bench, as `/bench/<system>/<arm>/<object>` or that of a probe. */
export interface BenchAddress {
  /** As far as the object, without a slash at its end. */
  base: string;
  /** What goes on behind it, without a slash before. */
  path: string;
}

/** Takes the address of a request apart that the Worker let through. */
export function addressOf(request: Request): BenchAddress {
  const { pathname } = new URL(request.url);
  const parts = pathname.split('/');
  const beyond = pathname.startsWith('/bench/probe/') ? 6 : 5;
  return { base: parts.slice(0, beyond).join('/'), path: parts.slice(beyond).join('/') };
}
