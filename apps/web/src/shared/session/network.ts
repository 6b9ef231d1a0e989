/** Networks while they are entered: whether they are well formed and contain an address. The server decides when they are saved. */

interface Bits {
  readonly size: 32 | 128;
  readonly value: bigint;
}

const IPV4 = /^(?:(?:0|[1-9]\d{0,2})\.){3}(?:0|[1-9]\d{0,2})$/;

function readIpv4(text: string): Bits | undefined {
  const parts = text.split('.').map(Number);
  if (!IPV4.test(text) || parts.some((part) => part > 255)) return undefined;
  return { size: 32, value: parts.reduce((bits, part) => (bits << 8n) | BigInt(part), 0n) };
}

function readIpv6(text: string): Bits | undefined {
  if (!/^[\d:a-f.]+$/i.test(text) || !text.includes(':')) return undefined;
  try {
    // The URL parser checks the address and writes it in one way: lower case, no dots, at most one `::`.
    const [head = '', tail] = new URL(`http://[${text}]`).hostname.slice(1, -1).split('::');
    const groups = (part: string) => part.split(':').filter(Boolean);
    const [first, last] = [groups(head), groups(tail ?? '')];
    const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0');
    const hex = [...first, ...zeros, ...last].map((group) => group.padStart(4, '0')).join('');
    return { size: 128, value: BigInt(`0x${hex}`) };
  } catch {
    return undefined;
  }
}

const readAddress = (text: string) => readIpv4(text) ?? readIpv6(text);

function readNetwork(text: string): (Bits & { readonly length: number }) | undefined {
  const [address = '', length, ...more] = text.split('/');
  const bits = readAddress(address);
  if (!bits || more.length > 0) return undefined;
  if (length === undefined) return { ...bits, length: bits.size };
  return /^\d{1,3}$/.test(length) && Number(length) <= bits.size
    ? { ...bits, length: Number(length) }
    : undefined;
}

/** An IPv4 network in IPv6 notation is rejected, like on the server. */
export const isNetwork = (text: string): boolean =>
  readNetwork(text) !== undefined && !/^::ffff:/i.test(text);

export function containsAddress(network: string, address: string): boolean {
  const range = readNetwork(network);
  const bits = readAddress(address);
  if (!range || !bits || range.size !== bits.size) return false;
  const rest = BigInt(range.size - range.length);
  return range.value >> rest === bits.value >> rest;
}
