/* The texts of the settings, verbatim. See docs/product.md §16.2, §16.4. */

export const PROFILE_SAVED = 'Profil erfolgreich aktualisiert'
export const USERNAME_CHANGED = 'Username erfolgreich geändert'
export const USERNAME_FAILED = 'Fehler beim Ändern des Usernames'
export const USERNAME_CALL_FAILED = 'Benutzername-Update fehlgeschlagen'
export const PASSWORD_CHANGED = 'Passwort erfolgreich geändert'
export const PASSWORD_FAILED = 'Passwort-Änderung fehlgeschlagen'
export const NEW_PASSWORDS_DIFFER = 'Neue Passwörter stimmen nicht überein'
export const ACCOUNT_DELETED = 'Account erfolgreich gelöscht'
export const NOT_AN_IMAGE = 'Bitte wähle ein gültiges Bildformat.'
export const IMAGE_TOO_LARGE = 'Das Bild darf maximal 8MB groß sein.'
export const IMAGE_UNREADABLE = 'Fehler beim Verarbeiten des Bildes.'
export const IMAGE_NOT_SAVED = 'Fehler beim Speichern des Avatars.'

export function deletionProblem(message: string): string {
  return `Fehler beim Löschen des Accounts: ${message}`
}
