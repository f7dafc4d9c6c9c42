import { Link } from 'react-router'
import { classNames } from '#ui/dom/class-names.ts'
import { pathOfAlbum, trackPath } from '../order/track-link.ts'
import styles from './TrackLinks.module.css'
import { ArtistLinks, type Track } from '#features/tracks/index.ts'

interface TrackLinkProps {
  track: Track
  className?: string | undefined
  /** Called when the link is followed, so that the overlay which contains it can close. */
  onFollow?: (() => void) | undefined
}

/** The title of a track as a link to that track on the page of its album. */
export function TrackTitleLink({ track, className, onFollow }: TrackLinkProps) {
  return (
    <Link
      to={trackPath(track) ?? pathOfAlbum(track)}
      className={classNames(styles.link, className)}
      title={track.title}
      onClick={onFollow}
    >
      {track.title}
    </Link>
  )
}

/** The title of the album of a track, as a link to that album. */
export function AlbumLink({ track, className, onFollow }: TrackLinkProps) {
  return (
    <Link
      to={pathOfAlbum(track)}
      className={classNames(styles.link, className)}
      title={track.album}
      onClick={onFollow}
    >
      {track.album}
    </Link>
  )
}

/**
 * The artists of a track as links to their pages. If only the artists' names are known, they are one link to the album.
 */
export function ArtistLink({ track, className, onFollow }: TrackLinkProps) {
  if (track.artists)
    return (
      <span className={className} title={track.artist}>
        <ArtistLinks artists={track.artists} onFollow={onFollow} />
      </span>
    )
  return (
    <Link
      to={pathOfAlbum(track)}
      className={classNames(styles.link, className)}
      title={track.artist}
      onClick={onFollow}
    >
      {track.artist}
    </Link>
  )
}
