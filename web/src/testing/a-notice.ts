import type { NotificationSettings } from '@tonarchiv/contract/notification-settings'
import type { Notice } from '@tonarchiv/contract/notifications'
import { mila } from './a-playlist.ts'

const ALL = { here: true, push: true, mail: true }

export const someSettings: NotificationSettings = {
  choices: {
    directMessages: { here: true, push: true, mail: false },
    mentions: ALL,
    reactions: { here: true, push: false, mail: false },
    friends: ALL,
    invitations: { here: true, push: true, mail: false },
    archive: { here: true, push: false, mail: true },
    premieres: { here: true, push: true, mail: false },
    access: { here: true, push: true, mail: true },
    security: ALL,
  },
  quiet: { isOn: false, fromMinute: 1350, untilMinute: 420, days: [1, 2, 3, 4, 5] },
  timeZone: 'Europe/Berlin',
  chatMutedUntil: null,
  digest: 'off',
}

/** An unread notice with the sentence `text`, which was created just now. */
export function aNotice({
  text,
  ...given
}: Partial<Notice> & Pick<Notice, 'id' | 'kind'> & { text: string }): Notice {
  return {
    isUnread: true,
    at: new Date().toISOString(),
    quote: null,
    remark: null,
    people: [{ ...mila, displayName: 'Mila' }],
    covers: [],
    reactions: [],
    path: `/chat?message=${given.id}`,
    action: null,
    opensAt: null,
    ...given,
    sentence: [{ text, isStrong: false }],
  }
}
