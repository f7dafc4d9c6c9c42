import type { NotificationSettings } from '@tonarchiv/contract/notification-settings'
import type { User } from '@tonarchiv/contract/users'
import { useState } from 'react'
import { DigestCard } from '#features/digest/index.ts'
import {
  minuteText,
  NOTICE_GROUPS,
  NotificationCards,
  useNotificationSettings,
} from '#features/notifications/index.ts'
import { type PushChoices, PushDevices, PushQuestion, shouldAskForPush } from '#features/push/index.ts'

/** The tab „Mitteilungen“ of the settings: the channels for each kind of notice, the digest, and the push devices. */
export function NotificationsTab({ user }: { user: User }) {
  const { data: settings } = useNotificationSettings()
  const [isAsking, setIsAsking] = useState(false)
  const choices = pushChoices(user.id, settings)
  return (
    <NotificationCards
      onPushChosen={() => {
        if (shouldAskForPush(user.id)) setIsAsking(true)
      }}
    >
      <DigestCard user={user} />
      <PushDevices choices={choices} />
      <PushQuestion choices={choices} open={isAsking} onClose={() => setIsAsking(false)} />
    </NotificationCards>
  )
}

function pushChoices(userId: string, settings: NotificationSettings | undefined): PushChoices {
  const topics = NOTICE_GROUPS.flatMap((group) => group.topics)
  return {
    userId,
    topics: topics.filter(({ topic }) => settings?.choices[topic].push === true).map(({ label }) => label),
    quiet: settings?.quiet.isOn
      ? { from: minuteText(settings.quiet.fromMinute), until: minuteText(settings.quiet.untilMinute) }
      : undefined,
  }
}
