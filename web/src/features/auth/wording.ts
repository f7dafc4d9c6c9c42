import type { ApiError } from '#client/api-error.ts'

/** A fault of the mail dispatch as the server words it. Spec §8. */
const MAIL_FAULT = 'email is not defined'

const LOGIN_FAILED = 'Anmeldung fehlgeschlagen'
const REGISTER_FAILED = 'Registrierung fehlgeschlagen'
export const VERIFY_FAILED = 'E-Mail-Verifizierung fehlgeschlagen'
export const PASSWORDS_DIFFER = 'Passwörter stimmen nicht überein'
export const RESET_REQUEST_FAILED = 'Fehler beim Senden der E-Mail'
export const RESET_LINK_INVALID = 'Ungültiger Reset-Link'
export const RESET_LINK_CHECK_FAILED = 'Token Verifizierung fehlgeschlagen'
export const RESET_FAILED = 'Fehler beim Zurücksetzen des Passworts'
export const EMAIL_CHANGE_FAILED = 'Fehler beim Ändern der E-Mail'
export const RESEND_SENT = 'Neuer Verifizierungslink wurde an deine E-Mail gesendet!'
export const RESEND_FAILED = 'Fehler beim Senden der E-Mail. Bitte versuche es später erneut.'

/** The server’s own sentence where it has one. Spec §8. */
export function loginProblem({ text }: Pick<ApiError, 'text'>): string {
  if (text === MAIL_FAULT) return 'Server-Fehler: Bitte versuche es erneut oder kontaktiere den Support.'
  return text === '' ? LOGIN_FAILED : text
}

export function registerProblem({ text }: Pick<ApiError, 'text'>): string {
  if (text === MAIL_FAULT) {
    return 'Server-Fehler: Die Bestätigungs-E-Mail konnte nicht gesendet werden. Bitte versuche es später erneut.'
  }
  return text === '' ? REGISTER_FAILED : text
}

/** The server’s own sentence, else `fallback`: an answer that never came has none. */
export function saidOr({ requestId, text }: Pick<ApiError, 'requestId' | 'text'>, fallback: string): string {
  return requestId === undefined || text === '' ? fallback : text
}
