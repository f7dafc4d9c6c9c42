import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv6 } from 'node:net'

/**
 * Finds the client address of a request. `X-Forwarded-For` is used only when it was set by a trusted proxy.
 */
export function addressFinder(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const trusted = new BlockList()
  for (const proxy of trustedProxies) {
    const [address = '', bits] = proxy.split('/')
    if (isIP(address) === 0) continue
    const kind = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) trusted.addAddress(address, kind)
    else trusted.addSubnet(address, Number(bits), kind)
  }
  const isTrusted = (address: string) =>
    isIP(address) !== 0 && trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

  return ({ socket, headers }) => {
    let address = plain(socket.remoteAddress ?? '')
    if (trustedProxies.length === 0) return address
    const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',')
    // Goes from the nearest proxy outwards, as long as each proxy is trusted.
    for (const next of forwarded.toReversed()) {
      const named = plain(next.trim())
      if (!isTrusted(address) || isIP(named) === 0) break
      address = named
    }
    return address
  }
}

/** Converts an IPv4-mapped IPv6 address to IPv4. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}
