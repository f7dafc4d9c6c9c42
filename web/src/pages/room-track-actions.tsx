import Moment from 'lucide-react/icons/disc-3'
import { LikeButton } from '#features/favorites/index.ts'
import { shareMoment } from '#features/moments/index.ts'
import { isPlayable, type Track } from '#features/tracks/index.ts'
import { IconButton } from '#ui/components/controls/IconButton.tsx'

/** Buttons for the track that a room plays. */
export function roomTrackActions(track: Track, positionMs: () => number | undefined) {
  if (!isPlayable(track)) return null
  return (
    <>
      <LikeButton track={track} />
      <IconButton
        label="Moment teilen"
        aria-haspopup="dialog"
        onClick={() => shareMoment(track, (positionMs() ?? 0) / 1000)}
      >
        <Moment className="icon" aria-hidden />
      </IconButton>
    </>
  )
}
