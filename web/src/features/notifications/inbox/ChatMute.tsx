import BellOff from 'lucide-react/icons/bell-off'
import { timeOf } from '#features/chat/index.ts'
import { buttonClass } from '#ui/components/controls/Button.tsx'
import { MenuButton } from '#ui/components/overlays/MenuButton.tsx'
import { MenuItem } from '#ui/components/overlays/MenuItem.tsx'
import { useNow } from '../state/use-now.ts'
import { useChangeSettings, useNotificationSettings } from '../state/api.ts'
import { isMutedAt, MUTES, muteFor } from '../state/mutes.ts'

/** The menu button that mutes the chat for a while. */
export function ChatMute() {
  const { data } = useNotificationSettings()
  const change = useChangeSettings()
  const now = useNow()
  if (data === undefined) return null
  const isMuted = isMutedAt(data, now)
  const text = isMuted ? `Stumm bis ${timeOf(data.chatMutedUntil ?? '')}` : 'Chat stumm…'
  return (
    <MenuButton
      label={`Chat stumm schalten: ${text}`}
      align="end"
      className={buttonClass({ kind: 'ghost', small: true })}
      trigger={
        <>
          <BellOff className="icon icon-small" aria-hidden />
          {text}
        </>
      }
    >
      {MUTES.filter(({ value }) => isMuted || value !== 'none').map(({ value, label }) => (
        <MenuItem key={value} onSelect={() => change.mutate(muteFor(value, Date.now()))}>
          {label}
        </MenuItem>
      ))}
    </MenuButton>
  )
}
