import type { SecurityChange } from '@tonarchiv/contract/security-changes'

const SENTENCES: Record<SecurityChange, (name: string) => string> = {
  passwordChanged: () => 'Dein Passwort wurde geändert',
  emailChanged: () => 'Deine E-Mail-Adresse wurde geändert',
  newDevice: () => 'Anmeldung auf einem neuen Gerät',
  passkeyAdded: (name) => `Neuer Passkey${name}`,
  passkeyRemoved: (name) => `Passkey${name} entfernt`,
  secondFactorOn: () => 'Zweiter Faktor eingeschaltet',
  secondFactorOff: () => 'Zweiter Faktor abgeschaltet',
  authenticatorReplaced: () => 'Authenticator-App gewechselt',
  recoveryCodesMade: () => 'Neue Wiederherstellungscodes',
  recoveryCodeUsed: () => 'Ein Wiederherstellungscode wurde benutzt',
  appPasswordAdded: (name) => `Neues App-Passwort${name}`,
}

/** What a notice and the email of it say about a change. `name` is what was added or removed. */
export function securitySentence(change: SecurityChange, name: string | null = null): string {
  return SENTENCES[change](name === null ? '' : ` „${name}“`)
}
