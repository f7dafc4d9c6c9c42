import BellOff from 'lucide-react/icons/bell-off'
import BellRing from 'lucide-react/icons/bell-ring'
import { MenuItem } from '#ui/components/overlays/MenuItem.tsx'
import { useMute } from './muting.ts'

interface MuteItemProps {
  isMuted: boolean
  onChange: (isMuted: boolean) => void
}

/** The menu item that mutes a conversation or unmutes it. */
export function MuteItem({ isMuted, onChange }: MuteItemProps) {
  const Bell = isMuted ? BellRing : BellOff
  return (
    <MenuItem icon={<Bell className="icon" aria-hidden />} onSelect={() => onChange(!isMuted)}>
      {isMuted ? 'Nicht mehr stumm' : 'Gespräch stummschalten'}
    </MenuItem>
  )
}

/** The same for the conversation of a listening room. It is there once its state was read. */
export function RoomMuteItem({ conversationId }: { conversationId: string }) {
  const { isMuted, change } = useMute(conversationId)
  return isMuted !== undefined && <MuteItem isMuted={isMuted} onChange={change} />
}
