import { isIP } from 'node:net'
import type { Config } from '#config.ts'

/**
 * Makes a function that checks whether the `Host` header names this server. Allowed are its public host, the host of
 * its media, IP addresses, and names without a dot, such as `localhost` or the name of a container. No public website
 * can have such a name. So a page whose own name resolves to this server (DNS rebinding) is rejected.
 */
export function allowedHosts({
  publicUrl,
  mediaUrl,
}: Pick<Config, 'publicUrl' | 'mediaUrl'>): (host: string) => boolean {
  const own = new Set([publicUrl, ...(mediaUrl === undefined ? [] : [mediaUrl])].map(hostnameOf))
  // Caches one name, because nearly all requests use the same name.
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

/** The host name of a URL in lower case, without brackets, port and trailing dot. Undefined when the URL is invalid. */
function hostnameOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$|\.$/g, '') : undefined
}
