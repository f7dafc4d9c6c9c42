import { useLikeAll } from '#features/favorites/index.ts'
import { getPlayer } from '#features/player/index.ts'
import { addToPlaylist, SelectionBar } from '#features/playlists/index.ts'
import type { PlayableTrack } from '#features/tracks/index.ts'

interface SelectedTracksBarProps {
  tracks: readonly PlayableTrack[]
  /** Number of selected rows, if some of them cannot be played; by default the number of tracks. */
  count?: number
  onClear: () => void
  /** Whether all selected tracks are favorites already. */
  areLiked?: boolean
  /** Removes the selected rows from their list; undefined if that is not possible. */
  onRemove?: (() => void) | undefined
}

/** The bar with the actions for selected tracks; all lists use it. */
export function SelectedTracksBar({
  tracks,
  count = tracks.length,
  onClear,
  areLiked = false,
  onRemove,
}: SelectedTracksBarProps) {
  const like = useLikeAll()
  return (
    <SelectionBar
      count={count}
      seconds={tracks.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0)}
      onClear={onClear}
      onPlayNext={() => getPlayer().enqueueAll(tracks, 'next')}
      onEnqueue={() => getPlayer().enqueueAll(tracks)}
      onAdd={() => addToPlaylist(tracks)}
      {...(!areLiked && { onLike: () => like.mutate(tracks), isLiking: like.isPending })}
      onRemove={onRemove}
    />
  )
}
