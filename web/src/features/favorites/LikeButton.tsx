import Heart from 'lucide-react/icons/heart'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import type { PlayableTrack } from '#features/tracks/index.ts'
import { useIsLiked, useLike } from './api.ts'
import { likedTrackOf, likeOf } from './liked.ts'

interface LikeButtonProps {
  track: PlayableTrack
  /** The keyboard shortcut of the button, which is announced to screen readers; undefined for none. */
  keyShortcut?: string | undefined
  tabIndex?: number | undefined
  className?: string | undefined
}

/** The label of the button that adds a track to the favorites or removes it. */
export function likeText(isLiked: boolean): string {
  return isLiked ? 'Aus „Lieblingssongs“ entfernen' : 'Zu „Lieblingssongs“ hinzufügen'
}

/** The button with a heart that adds a track to the favorites or removes it. */
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
