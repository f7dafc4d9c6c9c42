import Heart from 'lucide-react/icons/heart'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import type { PlayableTrack } from '#features/tracks/index.ts'
import { useIsLiked, useLike } from './api.ts'
import { likedTrackOf, likeOf } from './liked.ts'

interface LikeButtonProps {
  track: PlayableTrack
  /** The key that presses it, where one does. */
  keyShortcut?: string | undefined
  tabIndex?: number | undefined
  className?: string | undefined
}

/** What pressing the heart does. */
export function likeText(isLiked: boolean): string {
  return isLiked ? 'Aus „Lieblingssongs“ entfernen' : 'Zu „Lieblingssongs“ hinzufügen'
}

/** The heart of a track. */
export function LikeButton({ track, keyShortcut, tabIndex, className }: LikeButtonProps) {
  const liked = likedTrackOf(track)
  const isLiked = useIsLiked(liked)
  const { mutate } = useLike()
  return (
    <IconButton
      label={`${likeText(isLiked === true)}: ${track.title}`}
      pressed={isLiked ?? false}
      pressedAs="filled"
      aria-keyshortcuts={keyShortcut}
      tabIndex={tabIndex}
      className={className}
      disabled={isLiked === undefined}
      onClick={() => mutate(isLiked === true ? { ...liked, isLiked: false } : likeOf(track))}
    >
      <Heart className="icon" aria-hidden />
    </IconButton>
  )
}
