import { isIPv4, isIPv6 } from 'node:net'

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** Converts an address to its usual form: an IPv4-mapped IPv6 address becomes IPv4, and an IPv6 zone is removed. */
export function plainAddress(address: string): string {
  return MAPPED_IPV4.exec(address)?.[1] ?? address.split('%')[0] ?? address
}

/**
 * The client subnet of an address: the whole address of IPv4, or the first 64 bits of IPv6. See
 * docs/security-requirements.md A-15.
 */
export function clientSubnetOf(address: string): string {
  const plain = plainAddress(address)
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups =
    tail === undefined
      ? left
      : [...left, ...Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0'), ...right]
  return `${groups
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}

/**
 * The part of an address that may be stored for longer than a week: 24 bits of IPv4, 48 bits of IPv6. See
 * docs/security-requirements.md D-03.
 */
export function shortenedAddress(address: string): string {
  const subnet = clientSubnetOf(address)
  if (isIPv4(subnet)) return subnet.replace(/\d+$/, '0/24')
  return subnet.endsWith('/64') ? `${subnet.split(':').slice(0, 3).join(':')}::/48` : 'unbekannt/0'
}
