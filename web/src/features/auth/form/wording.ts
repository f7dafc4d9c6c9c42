import { UNREACHABLE, type ApiError } from '#client/api-error.ts'

/** The text with which the server says that it cannot send emails. See docs/product.md §3.4. */
const MAIL_FAULT = 'email is not defined'

const LOGIN_FAILED = 'Anmeldung fehlgeschlagen'
const REGISTER_FAILED = 'Registrierung fehlgeschlagen'
export const REGISTERED =
  'Registrierung erfolgreich! Bitte überprüfe deine E-Mails für den Verifizierungslink.'
export const VERIFY_FAILED = 'E-Mail-Verifizierung fehlgeschlagen'
export const PASSWORDS_DIFFER = 'Passwörter stimmen nicht überein'
export const RESET_REQUEST_FAILED = 'Fehler beim Senden der E-Mail'
export const RESET_LINK_INVALID = 'Ungültiger Reset-Link'
export const RESET_LINK_CHECK_FAILED = 'Token Verifizierung fehlgeschlagen'
export const RESET_FAILED = 'Fehler beim Zurücksetzen des Passworts'
export const EMAIL_CHANGE_FAILED = 'Fehler beim Ändern der E-Mail'
export const RESET_CALL_FAILED = 'Passwort-Reset fehlgeschlagen'
export const EMAIL_CALL_FAILED = 'E-Mail-Update fehlgeschlagen'
export const RESEND_CALL_FAILED = 'Fehler beim Senden der Verifizierung'
export const RESEND_SENT = 'Neuer Verifizierungslink wurde an deine E-Mail gesendet!'
export const RESEND_FAILED = 'Fehler beim Senden der E-Mail. Bitte versuche es später erneut.'

/** The error text for a failed login: the text of the server, if there is one. See docs/product.md §18.2. */
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

/**
 * The server's text; `ofCall` if the response has no text; `screen` if there was no response. docs/product.md §18.2
 * lists the texts.
 */
export function serverTextOr({ code, requestId, text }: ApiError, screen: string, ofCall = screen): string {
  if (code === UNREACHABLE) return screen
  return requestId === undefined || text === '' ? ofCall : text
}
