import * as z from 'zod/mini'
import { SessionEndReason } from './session-end.ts'

/**
 * An expected rejection: status, code and German text. Placeholders such as `{name}` in the text are replaced when the
 * refusal is thrown.
 */
export interface Refusal {
  status: number
  code: string
  text: string
}

export function refusal(status: number, code: string, text: string): Refusal {
  return { status, code, text }
}

/** The response body of every error. See docs/product.md §18.2. */
export const ErrorBody = z.object({
  error: z.string(),
  code: z.string(),
  requestId: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
  /** Only with `EMAIL_UNVERIFIED` at login: the address that is not verified yet. */
  email: z.optional(z.string()),
  /** Only with `USERNAME_LOCKED`: when the username may be changed again. */
  changeableAt: z.optional(z.string()),
  /** Only with `SECOND_FACTOR_REQUIRED` at login: the token with which the login goes on. */
  halfSession: z.optional(z.string()),
  /** Only with `UNAUTHENTICATED` for a session token: why the session has ended. */
  sessionEnd: z.optional(SessionEndReason),
})
export type ErrorBody = z.infer<typeof ErrorBody>

export const invalidInput = refusal(400, 'VALIDATION', 'Ungültige Anfrage')
export const unauthenticated = refusal(401, 'UNAUTHENTICATED', 'Nicht angemeldet')
export const forbidden = refusal(403, 'FORBIDDEN', 'Keine Berechtigung')
/** The login screen compares the error text with this text, so it must not change. See docs/product.md §3.4. */
export const emailUnverified = refusal(403, 'EMAIL_UNVERIFIED', 'Email nicht verifiziert')
export const keyRequired = refusal(
  403,
  'KEY_REQUIRED',
  'Du brauchst einen Zugangsschlüssel um diesen Inhalt zu nutzen',
)
/** The client repeats the call after the caller has confirmed that they own the account. See `confirm`. */
export const confirmationRequired = refusal(
  403,
  'CONFIRMATION_REQUIRED',
  'Nicht bestätigt. Es wurde nichts geändert.',
)
/** For admins without a second factor, if the operator requires one. */
export const adminFactorRequired = refusal(
  403,
  'ADMIN_FACTOR_REQUIRED',
  'Für Admins ist ein zweiter Faktor Pflicht. Richte ihn in den Einstellungen unter Sicherheit ein.',
)
export const notFound = refusal(404, 'NOT_FOUND', 'Nicht gefunden')
export const conflict = refusal(409, 'CONFLICT', 'Das geht gerade nicht, bitte lade die Seite neu')
export const staleList = refusal(409, 'STALE_LIST', 'Die Liste ist veraltet')
/** `{n}` is the limit in MB. */
export const tooLarge = refusal(413, 'TOO_LARGE', 'Die Datei ist zu groß (maximal {n} MB)')
export const bodyTooLarge = refusal(413, 'TOO_LARGE', 'Die Anfrage ist zu groß')
export const urlTooLong = refusal(414, 'ADDRESS_TOO_LONG', 'Die Adresse ist zu lang')
export const unsupportedMedia = refusal(415, 'UNSUPPORTED_MEDIA', 'Dateityp nicht erlaubt')
export const badRange = refusal(416, 'BAD_RANGE', 'Dieser Bereich der Datei existiert nicht')
/** For requests that were not received completely: they were too slow, or their headers are too long. */
export const tooSlow = refusal(408, 'TOO_SLOW', 'Die Anfrage hat zu lange gedauert')
export const headersTooLarge = refusal(431, 'HEADERS_TOO_LARGE', 'Die Anfrage ist zu groß')
/** The `Host` header names a host that the archive does not have. RFC 9110 §15.5.20. */
export const unknownHost = refusal(
  421,
  'UNKNOWN_HOST',
  'Unter dieser Adresse gibt es kein Archiv. Richtig ist die Adresse aus PUBLIC_URL.',
)
/** `{n}` is the number of seconds to wait, also in `Retry-After`. */
export const rateLimited = refusal(
  429,
  'RATE_LIMITED',
  'Zu viele Versuche. Bitte versuche es in {n} Sekunden erneut.',
)
export const serverFault = refusal(500, 'INTERNAL', 'Interner Serverfehler')
export const overloaded = refusal(503, 'OVERLOADED', 'Server überlastet, bitte versuche es später erneut')
export const diskFull = refusal(507, 'DISK_FULL', 'Kein Speicherplatz mehr verfügbar')
