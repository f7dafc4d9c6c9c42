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

/** Width of a cover in CSS pixels. */
const COVER = 208
/** Maximum number of members whose images a card shows. */
const FACES = 4

/** How playlists are played from their cards, and what is playing. */
export interface PlaylistPlayback {
  /** The path of the playlist or album that is the source of the current track, and whether it is playing. */
  playing: { path: string; isSounding: boolean } | undefined
  /** The id of the playlist whose entries are being loaded to play them; undefined for none. */
  loadingId: string | undefined
  /** Plays a playlist from its beginning. If the playlist is already the current source, pauses or resumes it. */
  onPlay: (playlist: Playlist) => void
}

interface PlaylistGridProps {
  playlists: readonly Playlist[]
  /** Undefined if playlists cannot be played, so that cards have no play button. */
  playback: PlaylistPlayback | undefined
  /** Creates a playlist; if given, there is a last card that does that. */
  onNew?: (() => void) | undefined
}

/** A grid of playlists, each with its image as a record sleeve and its title. */
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

/** The last line of a card: the owner of the playlist, or who may see it. */
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

/**
 * The play button of a card. It appears on hover and on focus, and is always shown on the card of the playlist that is
 * playing.
 */
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
