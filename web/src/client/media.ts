import { getMediaTicket } from '@tonarchiv/contract/auth'
import { streamTrack } from '@tonarchiv/contract/catalog'
import { urlOf } from '@tonarchiv/contract/route'
import { site } from '#site.ts'
import { getStored } from './signed-in-storage.ts'
import { call } from './call.ts'
import { isConnectionLost } from './connection.ts'
import { copyUrlOf } from './copies-view.ts'
import type { SoundFile } from './playable-formats.ts'
import { qualityPath } from './qualities.ts'
import { renewalDelay } from './ticket-renewal.ts'

/** Milliseconds until a failed request for a ticket is repeated. */
const RETRY_PAUSE = 30_000

let heldTicket: { ticket: string; expiresAt: number } | undefined
/** Whether the first request for a ticket has finished, with or without success. */
let wasRequested = false
let renewNow: (() => Promise<void>) | undefined

/** The current media ticket, if it is valid; the session token itself is never put into a URL. */
function validTicket(): string | undefined {
  return heldTicket !== undefined && heldTicket.expiresAt > Date.now() ? heldTicket.ticket : undefined
}

/**
 * Requests a media ticket and renews it well before it expires, until it is stopped; then the ticket is
 * removed. `onReady` is called once, after the first request has finished. Timers do not run while a machine
 * sleeps, so the expiry is checked again when the page becomes visible.
 */
export function startTicketRenewal(onReady?: () => void): () => void {
  const stopped = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined

  const renew = async () => {
    clearTimeout(timer)
    let delay = RETRY_PAUSE
    try {
      const { ticket, expiresAt } = await call(getMediaTicket, {}, { signal: stopped.signal })
      heldTicket = { ticket, expiresAt: Date.parse(expiresAt) }
      delay = renewalDelay(heldTicket.expiresAt, Date.now())
    } catch {
      // Media are still accessible with the cookie; the request is repeated later.
    }
    if (!stopped.signal.aborted && !wasRequested) {
      wasRequested = true
      onReady?.()
    }
    if (!stopped.signal.aborted) timer = setTimeout(() => void renew(), delay)
  }
  const lookAtClock = () => {
    if (document.visibilityState === 'visible' && validTicket() === undefined) void renew()
  }

  renewNow = renew
  void renew()
  document.addEventListener('visibilitychange', lookAtClock, { signal: stopped.signal })
  return () => {
    stopped.abort()
    clearTimeout(timer)
    heldTicket = undefined
    wasRequested = false
    renewNow = undefined
  }
}

/** Whether media can be requested: a separate media host gets no cookie, so the first ticket is needed. */
export function areMediaReady(): boolean {
  return site.mediaUrl === undefined || wasRequested
}

/**
 * The URL of a track for an audio element: its copy on this device, otherwise the chosen quality or format. It carries
 * the media ticket; without a ticket the cookie authorises it.
 */
export function streamUrl(track: SoundFile): string {
  const token = validTicket()
  return copyUrlOf(track) ?? onMediaHost(qualityPath(track, token) ?? filePath(track, token))
}

/**
 * A stream URL with a new ticket, for use after the previous URL was rejected. It leads to the copy only while the
 * connection is lost.
 */
export async function freshStreamUrl(track: SoundFile): Promise<string> {
  const copy = isConnectionLost() ? copyUrlOf(track) : undefined
  if (copy !== undefined) return copy
  await renewNow?.()
  const token = validTicket()
  return onMediaHost(qualityPath(track, token) ?? filePath(track, token))
}

/**
 * The URL of one version of a file, from which a copy is made. Its ticket is renewed when it was rejected or has
 * expired.
 */
export async function versionUrl(
  track: SoundFile,
  version: string,
  { isRejected }: { isRejected: boolean },
): Promise<string> {
  if (isRejected || validTicket() === undefined) await renewNow?.()
  return onMediaHost(filePath(track, validTicket(), version))
}

function filePath({ file }: SoundFile, token: string | undefined, version?: string): string {
  const format = getStored('audioFormat')
  return urlOf(streamTrack, { params: { file }, query: { token, format, version } })
}

/** The same URL with a new ticket, for a file that is read for longer than the previous ticket was valid. */
export async function renewedUrl(address: string): Promise<string> {
  await renewNow?.()
  const url = new URL(address, location.href)
  const ticket = validTicket()
  if (ticket !== undefined) url.searchParams.set('token', ticket)
  return url.href
}

/**
 * The URL of a video's file, from the path of its stream call: with the ticket, or without one by the cookie.
 * See docs/product.md §11.3.
 */
export function videoUrl(path: string): string {
  return onMediaHost(withTicket(path))
}

/** `videoUrl` with a new ticket. */
export async function freshVideoUrl(path: string): Promise<string> {
  await renewNow?.()
  return videoUrl(path)
}

/** Paths on the media host, if there is one; avatars and chat images are not. */
const ON_MEDIA_HOST = /^\/api\/(?:cover|videos)\//

/**
 * The URL of a stored cover, thumbnail or avatar: without a query and authorised by the cookie, so that it
 * can be cached; covers and thumbnails on a media host with the ticket. See docs/product.md §5.2.
 */
export function imageUrl(stored: string): string {
  const address = stored.replace(/^\/static\/api\/cover\//, '/api/cover/')
  // The images that belong to copies are cached under URLs of our own host.
  if (isConnectionLost()) return address
  if (site.mediaUrl === undefined || !ON_MEDIA_HOST.test(address) || validTicket() === undefined)
    return address
  return onMediaHost(withTicket(address))
}

function withTicket(path: string): string {
  const ticket = validTicket()
  return ticket === undefined ? path : `${path}?${new URLSearchParams({ auth: ticket })}`
}

function onMediaHost(path: string): string {
  return `${site.mediaUrl ?? ''}${path}`
}
