import type { IncomingHttpHeaders } from 'node:http'
import { parseCookie, stringifySetCookie } from 'cookie'

/**
 * The cookie of a session. It contains the session token, and scripts cannot read it. See
 * docs/security-requirements.md A-13.
 */
export interface SessionCookie {
  /**
   * The `Set-Cookie` header that stores the token for `seconds`. If `seconds` is undefined, the browser deletes the
   * cookie when it is closed.
   */
  persistent: (token: string, seconds: number | undefined) => string
  /** The `Set-Cookie` header that deletes the cookie. */
  cleared: string
}

/** The name of the cookie, which has the prefix `__Host-` when the site uses https. */
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

/**
 * The cookie with which a trusted device is not asked for a code after the password. It gives no access by itself. See
 * docs/security-requirements.md A-20.
 */
export function trustCookie(publicUrl: string): {
  name: string
  stored: (secret: string, seconds: number) => string
} {
  const secure = publicUrl.startsWith('https:')
  const name = secure ? '__Host-td' : 'td'
  return {
    name,
    stored: (secret, seconds) =>
      stringifySetCookie({
        name,
        value: secret,
        path: '/',
        httpOnly: true,
        sameSite: 'strict',
        secure,
        maxAge: seconds,
      }),
  }
}

/** Reads a token from the `Cookie` header. */
export function tokenInCookie({ cookie }: IncomingHttpHeaders, name: string): string | undefined {
  return cookie === undefined ? undefined : parseCookie(cookie)[name]
}
