import Bell from 'lucide-react/icons/bell'
import BellOff from 'lucide-react/icons/bell-off'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { useMute } from './muting.ts'

/** Switches the notices about the conversation of a listening room off and on. It is disabled until their state was read. */
export function NoticesButton({ conversationId }: { conversationId: string }) {
  const { isMuted, change } = useMute(conversationId)
  const Icon = isMuted === true ? BellOff : Bell
  return (
    <IconButton
      label="Mitteilungen für dieses Gespräch"
      {...(isMuted !== undefined && { pressed: !isMuted })}
      // The icon shows the state.
      isOn={false}
      disabled={isMuted === undefined}
      onClick={() => change(isMuted !== true)}
    >
      <Icon className="icon" aria-hidden />
    </IconButton>
  )
}
