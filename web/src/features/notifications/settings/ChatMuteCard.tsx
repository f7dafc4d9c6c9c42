import type { NotificationSettings } from '@tonarchiv/contract/notification-settings'
import { useState } from 'react'
import { timeOf } from '#features/chat/index.ts'
import { SettingsCard } from '#features/settings/index.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { ToggleGroup } from '#ui/components/controls/ToggleGroup.tsx'
import { useChangeSettings } from '../state/api.ts'
import { isMutedAt, type Mute, minutesOf, muteFor, MUTES } from '../state/mutes.ts'
import { useNow } from '../state/use-now.ts'
import styles from './ChatMuteCard.module.css'

/** The card that mutes the chat for a while, on all devices. */
export function ChatMuteCard({ settings }: { settings: NotificationSettings }) {
  const now = useNow()
  const change = useChangeSettings()
  const [chosen, setChosen] = useState<Mute>()
  const isMuted = isMutedAt(settings, now)
  return (
    <SettingsCard
      title="Chat stumm schalten"
      hint="Erwähnungen und Antworten bleiben in der Liste, melden sich aber nicht."
    >
      <div className={styles.choice}>
        <ToggleGroup
          label="Chat stumm"
          value={isMuted ? (chosen ?? lastingAs(settings, now)) : 'none'}
          options={MUTES}
          shared
          onChange={(mute) => {
            setChosen(mute)
            change.mutate(muteFor(mute, Date.now()))
          }}
        />
        {isMuted && (
          <Text as="p" size="sm" tone="muted">
            Stumm bis {timeOf(settings.chatMutedUntil ?? '')}
          </Text>
        )}
      </div>
    </SettingsCard>
  )
}

/**
 * The choice to show for a mute that was set on another device, or earlier: the first one that lasts at least as long
 * as the mute still does.
 */
function lastingAs({ chatMutedUntil }: NotificationSettings, now: number): Mute {
  const left = (Date.parse(chatMutedUntil ?? '') - now) / 60_000
  return MUTES.find(({ value }) => minutesOf(value, now) >= left)?.value ?? 'morning'
}
