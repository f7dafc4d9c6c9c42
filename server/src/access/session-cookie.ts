import type { IncomingHttpHeaders } from 'node:http'
import { parseCookie, stringifySetCookie } from 'cookie'

/**
 * The one cookie: it holds the session's token, out of the reach of scripts. See docs/security-requirements.md A-13.
 */
export interface SessionCookie {
  /** The header that lets a browser keep it; without `seconds` until it is closed. */
  persistent: (token: string, seconds: number | undefined) => string
  /** The header that lets a browser forget it. */
  cleared: string
}

/** Its name: with the browser's strongest prefix where the site is on https. */
export function sessionCookieName(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-sid' : 'sid'
}

export function sessionCookie(publicUrl: string): SessionCookie {
  const cookie = {
    name: sessionCookieName(publicUrl),
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: publicUrl.startsWith('https:'),
  } as const
  return {
    persistent: (token, seconds) =>
      stringifySetCookie({ ...cookie, value: token, ...(seconds !== undefined && { maxAge: seconds }) }),
    cleared: stringifySetCookie({ ...cookie, value: '', expires: new Date(0) }),
  }
}

/** The token that a browser's cookie holds. */
export function tokenInCookie({ cookie }: IncomingHttpHeaders, name: string): string | undefined {
  return cookie === undefined ? undefined : parseCookie(cookie)[name]
}
