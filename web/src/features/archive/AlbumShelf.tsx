import { useEffect, type CSSProperties } from 'react'
import { classNames } from '#ui/class-names.ts'
import { whenIdle } from '#ui/idle.ts'
import styles from './AlbumShelf.module.css'
import { useAlbums, type Scope } from './api.ts'
import { NO_FILTERS } from './filters.ts'
import { spineOf } from './spines.ts'

/** So many albums fill the widest shelf. */
const FULL = 45

interface AlbumShelfProps {
  scope: Scope
  /** Title of the album that is pulled out. */
  playing: string | undefined
  className?: string | undefined
}

/** The first albums of the archive as they stand on a shelf; only to look at. */
export function AlbumShelf({ scope, playing, className }: AlbumShelfProps) {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = useAlbums(NO_FILTERS, scope)
  const albums = data?.albums ?? []
  const isWanting = hasNextPage && !isFetching && !isError && albums.length < FULL
  useEffect(
    () => (isWanting ? whenIdle(() => void fetchNextPage({ cancelRefetch: false })) : undefined),
    [isWanting, fetchNextPage],
  )
  return (
    <div className={classNames(styles.shelf, className)} aria-hidden>
      {albums.slice(0, FULL).map(({ albumId, albumTitel, tracks }) => {
        const { width, paper, print, hasTitle } = spineOf(albumId, tracks.length)
        const style: CSSProperties & Record<`--${string}`, string> = {
          '--width': `${width}px`,
          '--paper': paper,
          '--print': print,
        }
        return (
          <span
            key={albumId}
            className={classNames(styles.spine, albumTitel === playing && styles.out)}
            style={style}
          >
            {hasTitle && <b>{albumTitel}</b>}
          </span>
        )
      })}
    </div>
  )
}
