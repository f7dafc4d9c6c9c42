import { RECENT_ALBUMS, type Album } from '@tonarchiv/contract/catalog'
import { Link } from 'react-router'
import { useAreAway } from '#client/copies-view.ts'
import { imageUrl } from '#client/media.ts'
import { albumPath, yearAndType } from '#features/catalog/index.ts'
import { AlbumMenuButton, openAlbumMenu, trackCount } from '#features/tracks/index.ts'
import { classNames } from '#ui/dom/class-names.ts'
import { unavailableLink } from '#ui/dom/unavailable-link.ts'
import { arrowKeysInside } from '#ui/keys/arrow-keys-inside.ts'
import { Skeleton } from '#ui/components/content/Skeleton.tsx'
import { Sleeve } from '#ui/components/images/Sleeve.tsx'
import { useContextMenu } from '#ui/hooks/use-context-menu.ts'
import { Text } from '#ui/components/base/Text.tsx'
import styles from './HomePageRecent.module.css'

/** CSS pixels. */
const COVER_WIDTH = 210

/** The albums that were added last. Each one is a link that opens the album in the archive. */
export function RecentAlbums({
  albums,
  hasMenus,
}: {
  albums: readonly Album[] | undefined
  hasMenus: boolean
}) {
  if (albums?.length === 0)
    return (
      <Text as="p" tone="muted">
        Das Archiv ist noch leer.
      </Text>
    )
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
        : albums.map((album) => <RecentAlbum key={album.albumId} album={album} hasMenu={hasMenus} />)}
    </ul>
  )
}

function RecentAlbum({ album, hasMenu }: { album: Album; hasMenu: boolean }) {
  const menu = useContextMenu(hasMenu ? (at) => openAlbumMenu(album, at) : undefined)
  // Without a connection, no track of the album can be played, because none of them is on this device.
  const isAway = useAreAway(album.tracks)
  return (
    <li {...menu} {...arrowKeysInside}>
      <Link
        to={albumPath(album)}
        className={classNames(styles.album, isAway && styles.away)}
        {...unavailableLink(isAway, 'Nicht auf diesem Gerät')}
      >
        <Sleeve
          src={imageUrl(album.albumCover)}
          size={COVER_WIDTH}
          eager
          band={album.isExclusive ? 'Exclusive' : undefined}
        />
        <span className={styles.title}>{album.albumTitel}</span>
        <Text size="sm" tone="muted" className={styles.meta}>
          {yearAndType(album)} · {trackCount(album.tracks.length)}
        </Text>
      </Link>
      {hasMenu && <AlbumMenuButton album={album} tabIndex={-1} className={styles.more} />}
    </li>
  )
}
