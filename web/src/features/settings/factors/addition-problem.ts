import type { Passkey } from '@tonarchiv/contract/factors'
import { textOf } from '#client/api-error.ts'

const ADD_FAILED = 'Der Passkey konnte nicht hinzugefügt werden'
const CANCELLED = 'Passkey nicht bestätigt. Du hast abgebrochen, oder es hat zu lange gedauert.'

/** Why a passkey was not added. @param passkeys - those that the account has */
export function additionProblem(failure: Error, passkeys: readonly Passkey[]): string {
  if (!(failure instanceof DOMException)) return textOf(failure, ADD_FAILED)
  if (failure.name !== 'InvalidStateError') return CANCELLED
  // The browser does not report which passkey this device already has. The one of this session is the most likely.
  const known =
    passkeys.find(({ isCurrent }) => isCurrent) ?? (passkeys.length === 1 ? passkeys[0] : undefined)
  return `Für dieses Gerät ist schon ein Passkey da${known === undefined ? '.' : `: „${known.name}“.`}`
}
