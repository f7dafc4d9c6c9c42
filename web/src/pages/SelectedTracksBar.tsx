import { useLikeAll } from '#features/favorites/index.ts'
import { getPlayer } from '#features/player/index.ts'
import { addToPlaylist, SelectionBar } from '#features/playlists/index.ts'
import type { PlayableTrack } from '#features/tracks/index.ts'

interface SelectedTracksBarProps {
  tracks: readonly PlayableTrack[]
  /** Of selected rows, some of which may not be playable; by default the number of tracks. */
  count?: number
  onClear: () => void
  /** Whether all of them are favorites already. */
  areLiked?: boolean
  /** Removes the rows from their list. */
  onRemove?: (() => void) | undefined
}

/** What can be done with the selected tracks of any list. */
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
