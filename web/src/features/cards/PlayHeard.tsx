import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { getPlayer, isSounding, playTrackAt, usePlayer } from '#features/player/index.ts'
import { canStart, trackOfSong } from '#features/tracks/index.ts'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { useCard } from './load-cards.ts'

/** A button that plays the track that another member is playing. Without access to the track it renders nothing. */
export function PlayHeard({ trackId }: { trackId: string }) {
  const { data } = useCard({ kind: 'track', id: trackId })
  const isPlaying = usePlayer(({ track, status }) => track?.id === trackId && isSounding(status))
  if (data?.track === undefined) return null
  const track = { ...trackOfSong(data.track), albumId: data.track.albumId }
  if (!canStart(track)) return null
  const Icon = isPlaying ? Pause : Play
  return (
    <IconButton
      label={isPlaying ? `${track.title} anhalten` : `${track.title} abspielen`}
      onClick={() => (isPlaying ? getPlayer().pause() : playTrackAt(track, undefined))}
    >
      <Icon className="icon" aria-hidden />
    </IconButton>
  )
}
