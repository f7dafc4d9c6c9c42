import Heart from 'lucide-react/icons/heart'
import { MenuItem } from '#ui/components/overlays/MenuItem.tsx'
import type { PlayableTrack } from '#features/tracks/index.ts'
import { useIsLiked, useLike, useLikeAll } from './api.ts'
import { likeText } from './LikeButton.tsx'
import { likedTrackOf, likeOf } from './liked.ts'

/** A menu item that adds a track to the favorites or removes it. */
export function LikeMenuItem({ track }: { track: PlayableTrack }) {
  const liked = likedTrackOf(track)
  const isLiked = useIsLiked(liked)
  const { mutate } = useLike()
  return (
    <MenuItem
      disabled={isLiked === undefined}
      icon={<Heart className="icon" aria-hidden />}
      onSelect={() => mutate(isLiked === true ? { ...liked, isLiked: false } : likeOf(track))}
    >
      {likeText(isLiked === true)}
    </MenuItem>
  )
}

/** A menu item that adds several tracks to the favorites. */
export function LikeAllMenuItem({ tracks }: { tracks: readonly PlayableTrack[] }) {
  const { mutate } = useLikeAll()
  return (
    <MenuItem icon={<Heart className="icon" aria-hidden />} onSelect={() => mutate(tracks)}>
      {likeText(false)}
    </MenuItem>
  )
}
