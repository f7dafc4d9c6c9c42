import { getStored } from '#client/signed-in-storage.ts'
import { pushAbility } from './subscription.ts'

/**
 * Whether to ask for push messages in this browser when the member chooses them for the first time. False after the
 * member has pressed „Nicht jetzt“, and if the browser's permission was already granted or denied.
 */
export function shouldAskForPush(userId: string): boolean {
  return (
    pushAbility() === 'possible' &&
    Notification.permission === 'default' &&
    getStored('pushDeclinedBy') !== userId
  )
}
