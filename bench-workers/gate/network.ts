/** What of an address tells visitors apart. */

/**
 * The network that one visitor has: of IPv6 the first 64 bits, for whoever has one such address has
 * them all; of IPv4 the address, also where it is written as one of IPv6. What is no address is
 * itself.
 */
export function networkOf(address: string): string {
  const groups = groupsOf(address);
  if (groups === undefined) return address;
  const mapped = groups.slice(0, 5).every((each) => each === 0) && groups[5] === 0xffff;
  if (!mapped)
    return groups
      .slice(0, 4)
      .map((each) => each.toString(16))
      .join(':');
  return groups
    .slice(6)
    .flatMap((each) => [each >> 8, each & 0xff])
    .join('.');
}

/** The eight groups of an address of IPv6; undefined for anything else. */
function groupsOf(address: string): number[] | undefined {
  if (!address.includes(':') || !URL.canParse(`http://[${address}]`)) return undefined;
  // In the form of RFC 5952, without an IPv4 address in it.
  const [before = '', after] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const read = (text = '') =>
    text === '' ? [] : text.split(':').map((each) => parseInt(each, 16));
  const [first, last] = [read(before), read(after)];
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last];
}
