import { isConnectionLost } from '#client/connection.ts'
import { showToast } from '#ui/dom/toast.ts'
import type { StorageProblem } from './writer.ts'

const TEXTS = {
  full: 'Der Speicher dieses Browsers ist voll. Was noch nicht gesendet ist, geht beim Schließen der Seite verloren.',
  unavailable:
    'Dieser Browser bewahrt hier nichts auf. Was noch nicht gesendet ist, geht beim Schließen der Seite verloren.',
} as const

/**
 * Returns a function that shows an error when unsent messages cannot be stored. It shows it once, and again only after
 * messages were stored in between. Without a database the error is shown only while there is no connection.
 */
export function showStorageProblem(): (problem: StorageProblem | undefined) => void {
  let shown: StorageProblem | undefined
  return (problem) => {
    if (problem === undefined) shown = undefined
    if (problem === undefined || problem === shown) return
    if (problem === 'unavailable' && !isConnectionLost()) return
    shown = problem
    showToast(TEXTS[problem], { kind: 'error' })
  }
}
