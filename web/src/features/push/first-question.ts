import { getStored } from '#client/signed-in-storage.ts'
import { pushAbility } from './subscription.ts'

/**
 * Whether a member who chooses push messages for the first time is asked in this browser: not after „Nicht jetzt“, and not
 * where the browser has answered already.
 */
export function shouldAskForPush(userId: string): boolean {
  return (
    pushAbility() === 'possible' &&
    Notification.permission === 'default' &&
    getStored('pushDeclinedBy') !== userId
  )
}
