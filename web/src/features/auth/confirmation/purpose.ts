import type { RouteShape } from '@tonarchiv/contract/route'

const MAKE_KEYS = 'Zugangsschlüssel erstellen'

/** What a member wants to do with a call, in words that follow „Du willst“. */
const PURPOSES: Readonly<Record<string, string>> = {
  'POST /api/user/passkeys/challenge': 'einen Passkey hinzufügen',
  'POST /api/user/passkeys': 'einen Passkey hinzufügen',
  'DELETE /api/user/passkeys/:id': 'einen Passkey entfernen',
  'POST /api/user/authenticator': 'eine Authenticator-App einrichten',
  'POST /api/user/authenticator/code': 'eine Authenticator-App einrichten',
  'DELETE /api/user/authenticator': 'den zweiten Faktor abschalten',
  'POST /api/user/recovery-codes': 'neue Wiederherstellungscodes erstellen',
  'POST /api/app-passwords': 'ein App-Passwort erstellen',
  'POST /api/generate-access-key': MAKE_KEYS,
  'POST /api/generate-access-keys': MAKE_KEYS,
  'POST /api/admin/key-batches': MAKE_KEYS,
  'PATCH /api/admin/key-batches/:id': 'Zugangsschlüssel ändern',
  'POST /api/admin/key-batches/:id/withdrawal': 'Zugangsschlüssel zurückziehen',
  'DELETE /api/admin/invitation-tree/:id': 'Accounts entfernen',
  'DELETE /api/access-keys/:id': 'einen Zugangsschlüssel zurückziehen',
  'PUT /api/user/password': 'dein Passwort ändern',
  'PUT /api/user/email': 'deine E-Mail-Adresse ändern',
  'DELETE /api/user/account': 'deinen Account löschen',
}

export function purposeOf({ method, path }: Pick<RouteShape, 'method' | 'path'>): string {
  return PURPOSES[`${method} ${path}`] ?? 'etwas ändern, das deinen Account schützt'
}
