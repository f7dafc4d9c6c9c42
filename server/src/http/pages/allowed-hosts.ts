import { isIP } from 'node:net'
import type { Config } from '#config.ts'

/**
 * Whether a request names the server as it may be named: by its public address or that of its media, by an IP address,
 * or by a name without a dot, such as `localhost` or a container's. No site of the internet can lead such a name here,
 * so a page that has its own name resolved to this server (DNS rebinding) gets no answer.
 */
export function allowedHosts({
  publicUrl,
  mediaUrl,
}: Pick<Config, 'publicUrl' | 'mediaUrl'>): (host: string) => boolean {
  const own = new Set([publicUrl, ...(mediaUrl === undefined ? [] : [mediaUrl])].map(hostnameOf))
  // Nearly all requests name the same one.
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

/** Lower case, without brackets, port and the dot at the end; undefined when it is no host. */
function hostnameOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$|\.$/g, '') : undefined
}
