import type { Playlist, PlaylistVisibility } from '@tonarchiv/contract/playlists'
import Lock from 'lucide-react/icons/lock'
import UserRoundCheck from 'lucide-react/icons/user-round-check'
import UsersRound from 'lucide-react/icons/users-round'
import WandSparkles from 'lucide-react/icons/wand-sparkles'

const ICON = 'icon icon-small'

/** An icon that shows who may see a playlist; a text beside it says the same. */
export function VisibilitySign({ visibility }: { visibility: PlaylistVisibility }) {
  if (visibility === 'private') return <Lock className={ICON} aria-hidden />
  if (visibility === 'friends') return <UserRoundCheck className={ICON} aria-hidden />
  return <UsersRound className={ICON} aria-hidden />
}

/** An icon for a smart playlist; for any other playlist, an icon that shows who may see it. */
export function PlaylistSign({ rules, visibility }: Pick<Playlist, 'rules' | 'visibility'>) {
  return rules === undefined ? (
    <VisibilitySign visibility={visibility} />
  ) : (
    <WandSparkles className={ICON} aria-hidden />
  )
}
