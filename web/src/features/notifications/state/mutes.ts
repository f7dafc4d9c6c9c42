import type { NotificationSettings } from '@tonarchiv/contract/notification-settings'
import type { SettingsChange } from './api.ts'

const MINUTE_MS = 60_000
/** The hour at which "until tomorrow" ends. */
const MORNING_HOUR = 7

export const MUTES = [
  { value: 'none', label: 'Nicht stumm' },
  { value: 'hour', label: '1 Std.' },
  { value: 'workday', label: '8 Std.' },
  { value: 'morning', label: 'Bis morgen' },
] as const
export type Mute = (typeof MUTES)[number]['value']

/** Minutes of a mute that begins at this time. */
export function minutesOf(mute: Mute, now: number): number {
  if (mute === 'none') return 0
  if (mute === 'hour') return 60
  if (mute === 'workday') return 480
  const morning = new Date(now)
  morning.setHours(MORNING_HOUR, 0, 0, 0)
  if (morning.getTime() <= now) morning.setDate(morning.getDate() + 1)
  // The day on which summer time ends has 25 hours; the server allows at most 24.
  return Math.min(1440, Math.ceil((morning.getTime() - now) / MINUTE_MS))
}

/** The change that mutes the chat, and what the settings look like then. */
export function muteFor(mute: Mute, now: number) {
  const minutes = minutesOf(mute, now)
  const until = minutes === 0 ? null : new Date(now + minutes * MINUTE_MS).toISOString()
  const change: SettingsChange = { muteChatMinutes: minutes }
  return { change, show: (settings: NotificationSettings) => ({ ...settings, chatMutedUntil: until }) }
}

export function isMutedAt({ chatMutedUntil }: NotificationSettings, now: number): boolean {
  return chatMutedUntil !== null && Date.parse(chatMutedUntil) > now
}
