import type { Playlist } from '@tonarchiv/contract/playlists'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import Plus from 'lucide-react/icons/plus'
import { Link } from 'react-router'
import { useIsConnectionLost } from '#client/connection.ts'
import { useIsPlaylistAway } from '#client/copies-view.ts'
import { imageUrl } from '#client/media.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { Avatar } from '#ui/components/images/Avatar.tsx'
import { Equalizer } from '#ui/components/images/Equalizer.tsx'
import { SleeveFrame } from '#ui/components/images/Sleeve.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { unavailableLink } from '#ui/dom/unavailable-link.ts'
import { Mosaic } from './Mosaic.tsx'
import styles from './PlaylistGrid.module.css'
import { PlaylistSign } from './PlaylistSign.tsx'
import { belongsTo, lengthOf, pathOfPlaylist } from './wording.ts'

/** Width of a cover, CSS pixels. */
const COVER = 208
/** Maximum number of portraits on a card. */
const FACES = 4

/** How playlists are played from their cards. */
export interface PlaylistPlayback {
  /** The page of the playlist or album that plays. */
  playing: { path: string; isSounding: boolean } | undefined
  /** Id of the playlist that is being loaded to be played. */
  loadingId: string | undefined
  /** Plays a playlist from its beginning; pauses or continues the one that plays. */
  onPlay: (playlist: Playlist) => void
}

interface PlaylistGridProps {
  playlists: readonly Playlist[]
  /** Undefined where playlists cannot be played. */
  playback: PlaylistPlayback | undefined
  /** Shows a last card, which creates a playlist. */
  onNew?: (() => void) | undefined
}

/** Playlists as sleeves with their titles. */
export function PlaylistGrid({ playlists, playback, onNew }: PlaylistGridProps) {
  const isLost = useIsConnectionLost()
  return (
    <ul className={styles.grid}>
      {playlists.map((playlist) => (
        <Card key={playlist.id} {...{ playlist, playback }} />
      ))}
      {onNew && (
        <li className={styles.card}>
          <button
            type="button"
            className={styles.new}
            aria-label="Neue Playlist"
            disabled={isLost}
            onClick={onNew}
          >
            <Plus className="icon icon-large" aria-hidden />
          </button>
        </li>
      )}
    </ul>
  )
}

interface CardProps {
  playlist: Playlist
  playback: PlaylistPlayback | undefined
}

function Card({ playlist, playback }: CardProps) {
  const path = pathOfPlaylist(playlist)
  const playing = playback?.playing?.path === path ? playback.playing : undefined
  const isAway = useIsPlaylistAway(playlist.id)
  return (
    <li className={styles.card} data-has-record data-playing={playing?.isSounding || undefined}>
      <Link
        to={path}
        className={classNames(styles.open, isAway && styles.away)}
        {...unavailableLink(isAway, 'Nicht auf diesem Gerät')}
      >
        <SleeveFrame out={playing?.isSounding === true}>
          <Mosaic covers={playlist.covers} size={COVER} className={styles.cover} />
        </SleeveFrame>
        <span className={styles.name}>
          {playing && <Equalizer paused={!playing.isSounding} />}
          <Text weight="semibold" truncate>
            {playlist.title}
          </Text>
        </span>
      </Link>
      <Text as="p" size="sm" tone="muted">
        {lengthOf(playlist)}
      </Text>
      <Owner playlist={playlist} />
      {playback && playlist.entryCount > 0 && !isAway && (
        <PlayButton {...{ playlist, playback }} isSounding={playing?.isSounding === true} />
      )}
    </li>
  )
}

/** The owner of a playlist, or who may see it. */
function Owner({ playlist }: { playlist: Playlist }) {
  const { owner, collaborators, role } = playlist
  const isShared = role !== 'owner' || collaborators.length > 0
  return (
    <div className={styles.foot}>
      {isShared ? (
        <span className={styles.faces} aria-hidden>
          {[owner, ...collaborators].slice(0, FACES).map(({ id, photoURL }) => (
            <Avatar key={id} src={photoURL && imageUrl(photoURL)} size={24} />
          ))}
        </span>
      ) : (
        <PlaylistSign {...playlist} />
      )}
      <Text size="sm" tone="muted" truncate>
        {belongsTo(playlist)}
      </Text>
    </div>
  )
}

interface PlayButtonProps extends CardProps {
  playback: PlaylistPlayback
  isSounding: boolean
}

/** Shown on hover and focus, and on the card of the playlist that plays. */
function PlayButton({ playlist, playback, isSounding }: PlayButtonProps) {
  const isLoading = playback.loadingId === playlist.id
  const Icon = isSounding ? Pause : Play
  return (
    <button
      type="button"
      className={classNames(styles.play, (isSounding || isLoading) && styles.shown)}
      aria-label={`${playlist.title} ${isSounding ? 'pausieren' : 'abspielen'}`}
      aria-busy={isLoading || undefined}
      onClick={() => playback.onPlay(playlist)}
    >
      <Icon className="icon" aria-hidden />
    </button>
  )
}
