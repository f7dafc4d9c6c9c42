import { isIP } from 'node:net'
import type { Config } from '#config.ts'

/**
 * Whether the `Host` header names this server: its public host or that of its media, an IP address, or a name
 * without a dot, such as `localhost` or the name of a container. No public website can have such a name, so a
 * page whose own name resolves to this server (DNS rebinding) is rejected.
 */
export function allowedHosts({
  publicUrl,
  mediaUrl,
}: Pick<Config, 'publicUrl' | 'mediaUrl'>): (host: string) => boolean {
  const own = new Set([publicUrl, ...(mediaUrl === undefined ? [] : [mediaUrl])].map(hostnameOf))
  // Cache for one name, because nearly all requests use the same one.
  let latestAllowed: string | undefined
  return (host) => {
    if (host === latestAllowed) return true
    const name = hostnameOf(`http://${host}`)
    if (name === undefined) return false
    const isKnown = own.has(name) || !name.includes('.') || isIP(name) !== 0 || name.endsWith('.localhost')
    if (isKnown) latestAllowed = host
    return isKnown
  }
}

/** Lower case, without brackets, port and trailing dot; undefined when it is not a host. */
function hostnameOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$|\.$/g, '') : undefined
}
