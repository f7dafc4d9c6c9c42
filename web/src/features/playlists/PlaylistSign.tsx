import type { Playlist, PlaylistVisibility } from '@tonarchiv/contract/playlists'
import Lock from 'lucide-react/icons/lock'
import UserRoundCheck from 'lucide-react/icons/user-round-check'
import UsersRound from 'lucide-react/icons/users-round'
import WandSparkles from 'lucide-react/icons/wand-sparkles'

const ICON = 'icon icon-small'

/** The sign of who may see a playlist; there is a text beside it. */
export function VisibilitySign({ visibility }: { visibility: PlaylistVisibility }) {
  if (visibility === 'private') return <Lock className={ICON} aria-hidden />
  if (visibility === 'friends') return <UserRoundCheck className={ICON} aria-hidden />
  return <UsersRound className={ICON} aria-hidden />
}

/** The same, or that it fills itself. */
export function PlaylistSign({ rules, visibility }: Pick<Playlist, 'rules' | 'visibility'>) {
  return rules === undefined ? (
    <VisibilitySign visibility={visibility} />
  ) : (
    <WandSparkles className={ICON} aria-hidden />
  )
}
