import MessageSquareShare from 'lucide-react/icons/message-square-share'
import { currentUser, hasAccess } from '#features/auth/index.ts'
import { shareMoment } from '#features/moments/index.ts'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { MenuItem } from '#ui/components/overlays/MenuItem.tsx'
import { getPlayer, usePlayer } from '../engine/player-instance.ts'
import { useIsLocked } from '../seek/LockedSeekBar.tsx'

/** Opens the share dialog at the position of the current track, for members with archive access. */
export function shareCurrentMoment(): void {
  const { track, positionSeconds } = getPlayer().state.getState()
  const user = currentUser()
  if (track?.file !== undefined && user && hasAccess(user)) shareMoment(track, positionSeconds)
}

function useCanShare(): boolean {
  const hasTrack = usePlayer(({ track }) => track?.file !== undefined)
  return !useIsLocked() && hasTrack
}

/** Shares the second that plays now. */
export function ShareMomentButton({ className }: { className?: string }) {
  return (
    <IconButton
      label="Moment teilen"
      title="Moment teilen (T)"
      aria-keyshortcuts="T"
      aria-haspopup="dialog"
      className={className}
      disabled={!useCanShare()}
      onClick={shareCurrentMoment}
    >
      <MessageSquareShare className="icon" aria-hidden />
    </IconButton>
  )
}

/** `ShareMomentButton` as a menu item, for bars that have no room for the button. */
export function ShareMomentItem() {
  return (
    <MenuItem
      icon={<MessageSquareShare className="icon" aria-hidden />}
      disabled={!useCanShare()}
      onSelect={shareCurrentMoment}
    >
      Moment teilen
    </MenuItem>
  )
}
