import { getMediaTicket } from '@tonarchiv/contract/auth'
import { streamTrack } from '@tonarchiv/contract/catalog'
import { urlOf } from '@tonarchiv/contract/route'
import { siteLinks } from '#site-links.ts'
import { getStored } from './signed-in-storage.ts'
import { call } from './call.ts'
import { isConnectionLost } from './connection.ts'
import { copyUrlOf } from './copies-view.ts'
import type { SoundFile } from './playable-formats.ts'
import { qualityPath } from './qualities.ts'
import { renewalDelay } from './ticket-renewal.ts'

/** Milliseconds until a failed request for a media ticket is repeated. */
const RETRY_PAUSE = 30_000

let heldTicket: { ticket: string; expiresAt: number } | undefined
/** Whether the first request for a media ticket has ended, with or without success. */
let wasRequested = false
let renewNow: (() => Promise<void>) | undefined

/** The current media ticket if it is still valid. URLs contain this ticket, and never the session token. */
function validTicket(): string | undefined {
  return heldTicket !== undefined && heldTicket.expiresAt > Date.now() ? heldTicket.ticket : undefined
}

/**
 * Requests a media ticket and renews it before it expires. Timers do not run while the computer sleeps, so the expiry
 * is checked again when the page becomes visible.
 * @param onReady - called once, after the first request has ended with or without success
 * @returns a function that stops the renewal and removes the ticket
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
      // Media can still be loaded with the session cookie, and the request is repeated later.
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

/** Whether URLs of media can be used. A separate media host receives no cookie, so its URLs need the first ticket. */
export function areMediaReady(): boolean {
  return siteLinks.mediaUrl === undefined || wasRequested
}

/**
 * The URL of a track for an audio element: of the copy on this device, otherwise of the chosen quality or format. It
 * contains the media ticket; without one, the session cookie authorises the request.
 */
export function streamUrl(track: SoundFile): string {
  const token = validTicket()
  return copyUrlOf(track) ?? onMediaHost(qualityPath(track, token) ?? filePath(track, token))
}

/**
 * The URL of a track with a new ticket, for use after the previous URL was rejected. The copy on this device is used
 * only while the connection is lost.
 */
export async function freshStreamUrl(track: SoundFile): Promise<string> {
  const copy = isConnectionLost() ? copyUrlOf(track) : undefined
  if (copy !== undefined) return copy
  await renewNow?.()
  const token = validTicket()
  return onMediaHost(qualityPath(track, token) ?? filePath(track, token))
}

/**
 * The URL from which a certain version of a file is loaded to make a copy. If the last ticket was rejected or has
 * expired, a new one is requested.
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

/** The same URL with a new ticket, because reading a file may take longer than a ticket is valid. */
export async function renewedUrl(address: string): Promise<string> {
  await renewNow?.()
  const url = new URL(address, location.href)
  const ticket = validTicket()
  if (ticket !== undefined) url.searchParams.set('token', ticket)
  return url.href
}

/**
 * The URL of a video's file. `path`: the path of the call that streams it. The URL contains the media ticket; without
 * one, the session cookie authorises the request. See docs/product.md §11.3.
 */
export function videoUrl(path: string): string {
  return onMediaHost(withTicket(path))
}

/** Like `videoUrl`, with a new ticket. */
export async function freshVideoUrl(path: string): Promise<string> {
  await renewNow?.()
  return videoUrl(path)
}

/** Paths that are requested from the media host if there is one. Avatars and chat images are not. */
const ON_MEDIA_HOST = /^\/api\/(?:cover|videos)\//

/**
 * The URL of a cover, thumbnail or avatar. It has no query, so that the image can be cached, and the session cookie
 * authorises it. On a media host, URLs of covers and thumbnails contain the ticket instead. See docs/product.md §5.2.
 */
export function imageUrl(stored: string): string {
  const address = stored.replace(/^\/static\/api\/cover\//, '/api/cover/')
  // Without a connection, the path on our own host is used: the images that belong to copies are cached under it.
  if (isConnectionLost()) return address
  if (siteLinks.mediaUrl === undefined || !ON_MEDIA_HOST.test(address) || validTicket() === undefined)
    return address
  return onMediaHost(withTicket(address))
}

function withTicket(path: string): string {
  const ticket = validTicket()
  return ticket === undefined ? path : `${path}?${new URLSearchParams({ auth: ticket })}`
}

function onMediaHost(path: string): string {
  return `${siteLinks.mediaUrl ?? ''}${path}`
}
