import type { Album } from '@tonarchiv/contract/catalog'
import type { CSSProperties } from 'react'
import { spineOf, useCoverTone } from '#features/catalog/index.ts'
import { classNames } from '#ui/dom/class-names.ts'
import styles from './ArtistShelf.module.css'

/** px of a spine for each track, the thinnest spine, and the thinnest one with a title. */
const PER_TRACK = 1.6
const THINNEST = 14
const LABELLED = 22
/** More are never visible. */
const SPINES = 40

interface ArtistShelfProps {
  albums: readonly Album[]
  /** Title of the album whose spine is pulled up. */
  playing: string | undefined
}

/** The albums as spines by year, oldest first; a decoration, the lists below hold the same albums. */
export function ArtistShelf({ albums, playing }: ArtistShelfProps) {
  return (
    <div className={styles.shelf} aria-hidden>
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
  const style: CSSProperties & Record<`--${string}`, string> = {
    '--width': `${width}px`,
    '--paper': paper,
    '--print': print,
  }
  return (
    <span className={classNames(styles.spine, isOut && styles.out)} style={style}>
      {width >= LABELLED && <b>{album.albumTitel}</b>}
    </span>
  )
}
