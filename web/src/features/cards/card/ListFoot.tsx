import ListPlus from 'lucide-react/icons/list-plus'
import { hasAccess, useUser } from '#features/auth/index.ts'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { CardFoot } from './CardFoot.tsx'
import type { useListPlayback } from './use-list-playback.ts'

interface ListFootProps {
  title: string
  playback: ReturnType<typeof useListPlayback>
  isEmpty: boolean
  length: string
}

/**
 * The buttons of the card of an album or a playlist. Owners without archive access see their playlists but cannot play.
 */
export function ListFoot({ title, playback, isEmpty, length }: ListFootProps) {
  const user = useUser()
  const isSilent = isEmpty || user === undefined || !hasAccess(user)
  const { isPlaying, isLoading, play, enqueue } = playback
  return (
    <CardFoot
      label={isPlaying ? `Pause: ${title}` : `${title} abspielen`}
      text={isPlaying ? 'Pause' : 'Abspielen'}
      isPlaying={isPlaying}
      isLoading={isLoading}
      onPlay={isSilent ? undefined : play}
      length={length}
    >
      {!isSilent && (
        <IconButton label={`Zur Warteschlange: ${title}`} onClick={enqueue}>
          <ListPlus className="icon icon-small" aria-hidden />
        </IconButton>
      )}
    </CardFoot>
  )
}
