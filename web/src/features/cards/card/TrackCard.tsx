import type { Card, CardContent } from '@tonarchiv/contract/cards'
import { fileUnavailable } from '@tonarchiv/contract/catalog'
import ListPlus from 'lucide-react/icons/list-plus'
import { Link } from 'react-router'
import { imageUrl } from '#client/media.ts'
import { LikeButton } from '#features/favorites/index.ts'
import { getPlayer, isSounding, playTrackAt, usePlayer, useVisiblePlayer } from '#features/player/index.ts'
import { artistAndAlbum, canStart, isPlayable, trackOfSong, type Track } from '#features/tracks/index.ts'
import { formatTime } from '#format.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { Sleeve } from '#ui/components/images/Sleeve.tsx'
import { CardFoot } from './CardFoot.tsx'
import { CardFrame } from './CardFrame.tsx'
import { CardGroove } from './CardGroove.tsx'
import { CardText } from './CardText.tsx'
import { startMoment, useStartedMoment } from './started-moment.ts'
import styles from './TrackCard.module.css'

interface TrackCardProps {
  card: Card
  track: NonNullable<CardContent['track']>
  peaks: readonly number[] | undefined
}

/** The card of a track, or of a moment, which plays from its second. */
export function TrackCard({ card: { second }, track: found, peaks }: TrackCardProps) {
  const track: Track = { ...trackOfSong(found), albumId: found.albumId }
  const { title, durationSeconds } = track
  // The file may have been replaced by a shorter one.
  const isBeyondEnd = second !== undefined && second >= durationSeconds
  const from = isBeyondEnd ? undefined : second
  const isPlaying = useIsPlaying(track.id, from)
  const at = from === undefined ? undefined : (from / durationSeconds) * 100
  const label = second === undefined ? `Track: ${title}` : `Moment: ${title}, ${formatTime(second)}`
  return (
    <CardFrame label={label} cover={track.coverUrl}>
      <Link
        to={`/archive?${new URLSearchParams({ track: track.id })}`}
        className={styles.cover}
        aria-label={`${title} im Archiv zeigen`}
      >
        <Sleeve src={imageUrl(track.coverUrl)} size={100} out={isPlaying} />
      </Link>
      <CardText title={title} below={artistAndAlbum(track)}>
        {!isPlayable(track) ? (
          <Note>{fileUnavailable.text}</Note>
        ) : isBeyondEnd ? (
          <Note>Der Track endet jetzt vor {formatTime(second)}.</Note>
        ) : isPlaying ? (
          <PlayedGroove {...{ peaks, at, durationSeconds }} />
        ) : (
          <CardGroove {...{ peaks, at }} playedTo={undefined} />
        )}
        <Foot track={track} second={from} isPlaying={isPlaying} />
      </CardText>
    </CardFrame>
  )
}

function Note({ children }: { children: React.ReactNode }) {
  return (
    <Text as="p" size="sm" tone="muted" className={styles.note}>
      {children}
    </Text>
  )
}

/** Whether the track plays. For a moment: whether it plays since the card of this moment was pressed. */
function useIsPlaying(trackId: string, second: number | undefined): boolean {
  const isTrackPlaying = usePlayer(({ track, status }) => track?.id === trackId && isSounding(status))
  const isStarted = useStartedMoment((started) => started.trackId === trackId && started.second === second)
  return isTrackPlaying && (second === undefined || isStarted)
}

interface PlayedGrooveProps {
  peaks: readonly number[] | undefined
  at: number | undefined
  durationSeconds: number
}

/** The waveform of a track that is playing. It renders once a second. */
function PlayedGroove({ durationSeconds, ...groove }: PlayedGrooveProps) {
  const second = useVisiblePlayer(({ positionSeconds }) => Math.floor(positionSeconds))
  return <CardGroove {...groove} playedTo={(second / durationSeconds) * 100} />
}

interface FootProps {
  track: Track
  second: number | undefined
  isPlaying: boolean
}

function Foot({ track, second, isPlaying }: FootProps) {
  const position = useVisiblePlayer(({ positionSeconds }) => Math.floor(positionSeconds), !isPlaying)
  const time = second === undefined ? undefined : formatTime(second)
  const text = isPlaying ? formatTime(position) : time === undefined ? 'Abspielen' : `ab ${time}`
  const named = time === undefined ? `${track.title} abspielen` : `Ab ${time} abspielen`
  const play = () => {
    if (isPlaying) return getPlayer().pause()
    if (second !== undefined) startMoment(track.id, second)
    playTrackAt(track, second)
  }
  return (
    <CardFoot
      label={isPlaying ? `Pause, ${text}` : named}
      text={text}
      isPlaying={isPlaying}
      onPlay={canStart(track) ? play : undefined}
      length={formatTime(track.durationSeconds)}
    >
      {isPlayable(track) && (
        <>
          <IconButton
            label={`Zur Warteschlange: ${track.title}`}
            disabled={!canStart(track)}
            onClick={() => getPlayer().enqueue(track)}
          >
            <ListPlus className="icon icon-small" aria-hidden />
          </IconButton>
          <LikeButton track={track} />
        </>
      )}
    </CardFoot>
  )
}
