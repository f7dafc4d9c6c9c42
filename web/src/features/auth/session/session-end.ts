import type { SessionEndReason } from '@tonarchiv/contract/session-end'
import type { SignedOutNotice } from './session.ts'

const TEXTS: Record<Exclude<SessionEndReason, 'loggedOut'>, string> = {
  expired: 'Deine Sitzung ist abgelaufen. Bitte melde dich neu an.',
  elsewhere: 'Du wurdest auf einem anderen Gerät abgemeldet.',
  passwordChanged: 'Dein Passwort wurde geändert. Bitte melde dich neu an.',
  accountDeleted: 'Dein Account wurde gelöscht.',
}

/**
 * The notice on the login screen about the end of a session; undefined when the member has logged out in this browser.
 */
export function signedOutNotice(reason: SessionEndReason | undefined): SignedOutNotice | undefined {
  return reason === undefined || reason === 'loggedOut' ? undefined : { kind: 'info', text: TEXTS[reason] }
}
