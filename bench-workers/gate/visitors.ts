/**
 * The network that one visitor has: of IPv6 the first 64 bits, for whoever has one such address has
 * them all; of IPv4 the address, also where it is written as one of IPv6. What is no address is
 * itself.
 */
export function networkOf(address: string): string {
  const ipv4 = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  const text = `http://[${address}]`;
  if (ipv4 !== undefined || !address.includes(':') || !URL.canParse(text)) return ipv4 ?? address;
  // In the form of RFC 5952, without an IPv4 address in it.
  const halves = new URL(text).hostname.slice(1, -1).split('::');
  const [first = [], last = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0');
  return [...first, ...zeros, ...last].slice(0, 4).join(':');
}
