import { getMediaTicket } from '@tonarchiv/contract/auth'
import { streamTrack } from '@tonarchiv/contract/catalog'
import { urlOf } from '@tonarchiv/contract/route'
import { site } from '#site.ts'
import { call } from './call.ts'
import { renewalDelay } from './ticket-renewal.ts'

/** Milliseconds until a ticket that could not be had is requested again. */
const RETRY_PAUSE = 30_000

let dragged: { ticket: string; expiresAt: number } | undefined
/** Whether the first ticket came, or could not be had. */
let wasRequested = false
let renewNow: (() => Promise<void>) | undefined

/** The ticket for media GETs, while one is held; the session token itself never goes into an address. */
function validTicket(): string | undefined {
  return dragged !== undefined && dragged.expiresAt > Date.now() ? dragged.ticket : undefined
}

/**
 * Gets a media ticket and a new one well before the old one ends, until it is stopped; then it is forgotten.
 * `onReady` is told once, when the first one has come or could not be had. A sleeping machine misses its timers, so coming back to the page looks at the clock, too.
 */
export function startTicketRenewal(onReady?: () => void): () => void {
  const stopped = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined

  const renew = async () => {
    clearTimeout(timer)
    let delay = RETRY_PAUSE
    try {
      const { ticket, expiresAt } = await call(getMediaTicket, {}, { signal: stopped.signal })
      dragged = { ticket, expiresAt: Date.parse(expiresAt) }
      delay = renewalDelay(dragged.expiresAt, Date.now())
    } catch {
      // Media still open by the cookie; the next try comes by itself.
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
    dragged = undefined
    wasRequested = false
    renewNow = undefined
  }
}

/** Whether media can be requested: on a host of their own there is no cookie, so the first ticket has to be there. */
export function areMediaReady(): boolean {
  return site.mediaUrl === undefined || wasRequested
}

/** The address of a track’s bytes for an audio element: with the ticket, or by the cookie while there is none. */
export function streamUrl(file: string): string {
  return onMediaHost(urlOf(streamTrack, { params: { file }, query: { token: validTicket() } }))
}

/** The same with a ticket made just now, for when the one before was refused. */
export async function freshStreamUrl(file: string): Promise<string> {
  await renewNow?.()
  return streamUrl(file)
}

/**
 * The address of a video’s bytes, from its stream call’s path: with the ticket, or by the cookie.
 * See docs/product.md §11.3.
 */
export function videoUrl(path: string): string {
  return onMediaHost(withTicket(path))
}

/** The same with a ticket made just now. */
export async function freshVideoUrl(path: string): Promise<string> {
  await renewNow?.()
  return videoUrl(path)
}

/** What lies on the media host if there is one; avatars and images of the chat do not. */
const ON_MEDIA_HOST = /^\/api\/(?:cover|videos)\//

/**
 * A stored address of a cover, thumbnail or avatar as the browser loads it: by the cookie, without a query, so that it
 * stays cached; covers and thumbnails on a host of their own with the ticket. See docs/product.md §5.2.
 */
export function imageUrl(stored: string): string {
  const address = stored.replace(/^\/static\/api\/cover\//, '/api/cover/')
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
