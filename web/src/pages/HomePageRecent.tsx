import { RECENT_ALBUMS, type Album } from '@tonarchiv/contract/archive'
import { Link } from 'react-router'
import { pictureAddress } from '#client/media.ts'
import { albumInAddress, trackCount, yearAndType } from '#features/archive/index.ts'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Sleeve } from '#ui/Sleeve.tsx'
import styles from './HomePageRecent.module.css'

/** CSS pixels. */
const COVER_WIDTH = 210

/** The albums uploaded last; each leads to the archive where it stands open. */
export function RecentAlbums({ albums }: { albums: readonly Album[] | undefined }) {
  if (albums?.length === 0) return <p className="muted">Das Archiv ist noch leer.</p>
  return (
    <ul className={styles.strip}>
      {albums === undefined
        ? Array.from({ length: RECENT_ALBUMS }, (_, index) => (
            <li key={index} aria-hidden>
              <Skeleton className={styles.cover} />
              <Skeleton className={styles['title-place']} />
              <Skeleton className={styles['meta-place']} />
            </li>
          ))
        : albums.map((album) => (
            <li key={album.albumId}>
              <Link
                to={`/archive?${new URLSearchParams({ album: albumInAddress(album) })}`}
                className={styles.album}
              >
                <Sleeve
                  src={pictureAddress(album.albumCover)}
                  size={COVER_WIDTH}
                  eager
                  band={album.isExclusive ? 'Exclusive' : undefined}
                />
                <span className={styles.title}>{album.albumTitel}</span>
                <span className={styles.meta}>
                  {yearAndType(album)} · {trackCount(album.tracks.length)}
                </span>
              </Link>
            </li>
          ))}
    </ul>
  )
}
