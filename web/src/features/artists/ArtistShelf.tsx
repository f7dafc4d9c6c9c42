import type { Album } from '@tonarchiv/contract/catalog'
import { spineOf, useCoverTone } from '#features/catalog/index.ts'
import { shelfClass, spineProps } from '#ui/components/images/Shelf.tsx'
import styles from './ArtistShelf.module.css'

/**
 * Widths in pixels: of a spine for each track of its album, of the thinnest spine, and of the thinnest spine with a
 * title.
 */
const PER_TRACK = 1.6
const THINNEST = 14
const LABELLED = 22
/** Maximum number of spines that are rendered; no window has room for more. */
const SPINES = 40

interface ArtistShelfProps {
  albums: readonly Album[]
  /** The title of the album that is playing; its spine is pulled up. */
  playing: string | undefined
}

/**
 * The albums of an artist as spines on a shelf, oldest first. It is a decoration: the lists below contain the same
 * albums.
 */
export function ArtistShelf({ albums, playing }: ArtistShelfProps) {
  if (albums.length === 0) return null
  return (
    <div className={shelfClass(styles.shelf)} aria-hidden>
      {albums
        .slice(0, SPINES)
        .toReversed()
        .map((album) => (
          <Spine key={album.albumId} album={album} isOut={album.albumTitel === playing} />
        ))}
    </div>
  )
}

function Spine({ album, isOut }: { album: Album; isOut: boolean }) {
  const tone = useCoverTone(album.albumCover)
  const width = Math.max(THINNEST, Math.round(10 + PER_TRACK * album.tracks.length))
  const { paper, print } = spineOf(album.albumId, album.tracks.length, tone)
  return (
    <span {...spineProps({ width, paper, print, isOut })}>
      {width >= LABELLED && <b>{album.albumTitel}</b>}
    </span>
  )
}
