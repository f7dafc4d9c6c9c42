import type { Album } from '@tonarchiv/contract/catalog'
import { spineOf, useCoverTone } from '#features/catalog/index.ts'
import { shelfClass, spineProps } from '#ui/components/images/Shelf.tsx'
import styles from './ArtistShelf.module.css'

/** Widths in px: of a spine per track, of the thinnest spine, and of the thinnest one with a title. */
const PER_TRACK = 1.6
const THINNEST = 14
const LABELLED = 22
/** Limit of rendered spines; no window shows more. */
const SPINES = 40

interface ArtistShelfProps {
  albums: readonly Album[]
  /** Title of the album whose spine is pulled up. */
  playing: string | undefined
}

/** The albums as spines by year, oldest first; a decoration, the lists below hold the same albums. */
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
