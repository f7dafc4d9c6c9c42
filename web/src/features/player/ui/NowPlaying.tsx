import { DEFAULT_COVER } from '@tonarchiv/contract/catalog'
import { useFileCopy } from '#client/copies-view.ts'
import Headphones from 'lucide-react/icons/headphones'
import { use } from 'react'
import { Link } from 'react-router'
import { imageUrl } from '#client/media.ts'
import type { Track } from '#features/tracks/index.ts'
import { CopyMark } from '#ui/components/content/CopyMark.tsx'
import { Cover } from '#ui/components/images/Cover.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import styles from './NowPlaying.module.css'
import { PlayerRoomContext, roomText, type PlayerRoom } from '../engine/player-room.ts'
import { controlledDevice, useDevices } from '../devices/devices-store.ts'
import { usePlayer } from '../engine/player-instance.ts'
import { useIsLocked } from '../seek/LockedSeekBar.tsx'
import { ArtistLink, TrackTitleLink } from '../track-menu/TrackLinks.tsx'

/** The cover of the current track; the default cover when there is no track. */
export function NowPlayingCover({ width }: { width: number }) {
  const coverUrl = usePlayer(({ track }) => track?.coverUrl ?? DEFAULT_COVER)
  return <Cover src={imageUrl(coverUrl)} size={width} fixed eager className={styles.cover} />
}

/** The name of the listening room that the player follows, as a link back to it. */
function RoomLink({ room }: { room: PlayerRoom }) {
  const { title, path } = room
  return (
    <Link
      to={path}
      className={classNames(styles.album, styles.room)}
      title={title}
      aria-label={roomText(room)}
    >
      <Headphones className="icon icon-small" aria-hidden />
      <span className="truncate" dir="auto">
        {title}
      </span>
    </Link>
  )
}

/** The line below the title: the listening room, the artists or, while another device plays, its name. */
function Below({ artist }: { artist: string }) {
  const device = useDevices(controlledDevice)
  const room = use(PlayerRoomContext)
  if (useIsLocked()) return <span className={styles.album}>Zugangsschlüssel nötig</span>
  if (room) return <span className={styles.album}>{roomText(room)}</span>
  if (!device)
    return (
      <span className={styles.album} title={artist}>
        {artist}
      </span>
    )
  return <span className={classNames(styles.album, styles.remote)}>Spielt auf {device.name}</span>
}

/** An icon for a track that has a copy on this device. */
function OnDevice({ track }: { track: Track }) {
  const copy = useFileCopy(track)
  if (copy?.state !== 'ready') return null
  return (
    <>
      <CopyMark {...copy} />
      <span className="sr">auf diesem Gerät</span>
    </>
  )
}

/** Title and artists of the current track, optionally as links. Without a track, a short text. */
export function NowPlayingText({ linked = false }: { linked?: boolean }) {
  const track = usePlayer((state) => state.track)
  const room = use(PlayerRoomContext)
  return (
    <span className={styles.text}>
      {track && linked && (
        <>
          <TrackTitleLink track={track} className={styles.title} />
          <span className={styles.below}>
            <OnDevice track={track} />
            {room ? <RoomLink room={room} /> : <ArtistLink track={track} className={styles.album} />}
          </span>
        </>
      )}
      {track && !linked && (
        <>
          <span className={styles.title} title={track.title}>
            {track.title}
          </span>
          <span className={styles.below}>
            <OnDevice track={track} />
            <Below artist={track.artist} />
          </span>
        </>
      )}
      {!track && linked && room && <RoomLink room={room} />}
      {!track && !(linked && room) && (
        // The key creates a new element: if React changed the text of the old one, browsers would count a layout shift.
        <span key="nothing" className={styles.nothing}>
          Kein Track ausgewählt
        </span>
      )}
    </span>
  )
}
