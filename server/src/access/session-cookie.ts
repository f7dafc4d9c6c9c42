import type { IncomingHttpHeaders } from 'node:http'
import { parseCookie, stringifySetCookie } from 'cookie'

/**
 * The only cookie: it contains the session token and is not readable by scripts. See
 * docs/security-requirements.md A-13.
 */
export interface SessionCookie {
  /** The `Set-Cookie` header that stores the token; without `seconds` until the browser is closed. */
  persistent: (token: string, seconds: number | undefined) => string
  /** The `Set-Cookie` header that deletes the cookie. */
  cleared: string
}

/** The name of the cookie: with the `__Host-` prefix when the site uses https. */
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

/** Reads the session token from the `Cookie` header. */
export function tokenInCookie({ cookie }: IncomingHttpHeaders, name: string): string | undefined {
  return cookie === undefined ? undefined : parseCookie(cookie)[name]
}
