import type { Album } from '@tonarchiv/contract/catalog'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { Link } from 'react-router'
import { useAreAway } from '#client/copies-view.ts'
import { shelfClass, spineProps } from '#ui/components/images/Shelf.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { whenIdle } from '#ui/dom/idle.ts'
import { unavailableLink } from '#ui/dom/unavailable-link.ts'
import { rovingIndex } from '#ui/keys/roving-keys.ts'
import { albumFromUrl } from '../albums/album-url.ts'
import styles from './AlbumShelf.module.css'
import { useAlbums, type Scope } from '../albums/api.ts'
import { NO_FILTERS } from '../albums/filters.ts'
import { spineOf } from './spines.ts'
import { useCoverTone } from './use-cover-tone.ts'

/** Number of albums that fill the shelf in the widest window. */
const FULL = 45

interface AlbumShelfProps {
  scope: Scope
  /** The title of the album that is playing; its spine is pulled out. */
  playing: string | undefined
  className?: string | undefined
}

/**
 * The first albums of the archive as spines on a shelf. Each spine is a link to its album. The shelf is one Tab stop;
 * arrow keys move between the spines.
 */
export function AlbumShelf({ scope, playing, className }: AlbumShelfProps) {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = useAlbums(NO_FILTERS, scope)
  const albums = data?.albums ?? []
  const isWanting = hasNextPage && !isFetching && !isError && albums.length < FULL
  const shelf = useRef<HTMLElement>(null)
  const [reached, setReached] = useState(0)
  useEffect(
    () => (isWanting ? whenIdle(() => void fetchNextPage({ cancelRefetch: false })) : undefined),
    [isWanting, fetchNextPage],
  )
  const shown = albums.slice(0, FULL)
  if (shown.length === 0) return null
  return (
    <nav className={shelfClass(classNames(styles.shelf, className))} aria-label="Regal" ref={shelf}>
      {shown.map((album, place) => (
        <Spine
          key={album.albumId}
          album={album}
          isOut={album.albumTitel === playing}
          isReached={place === Math.min(reached, shown.length - 1)}
          onKeyDown={(event) => {
            const next = rovingIndex(event.key, place, shown.length)
            if (next === undefined) return
            event.preventDefault()
            setReached(next)
            shelf.current?.querySelectorAll('a')[next]?.focus()
          }}
        />
      ))}
    </nav>
  )
}

interface SpineProps {
  album: Album
  /** Whether the spine is pulled out, because its album is playing. */
  isOut: boolean
  isReached: boolean
  onKeyDown: (event: KeyboardEvent) => void
}

function Spine({ album, isOut, isReached, onKeyDown }: SpineProps) {
  const tone = useCoverTone(album.albumCover)
  const { className, style } = spineProps({ ...spineOf(album.albumId, album.tracks.length, tone), isOut })
  // There is no connection, and no track of the album has a copy on this device, so the album cannot be played.
  const isAway = useAreAway(album.tracks)
  return (
    <Link
      to={`/archive?${new URLSearchParams({ album: albumFromUrl(album) })}`}
      className={classNames(className, isAway && styles.away)}
      style={style}
      title={album.albumTitel}
      tabIndex={isReached ? 0 : -1}
      onKeyDown={onKeyDown}
      {...unavailableLink(isAway, `${album.albumTitel}, nicht auf diesem Gerät`)}
    >
      <b>{album.albumTitel}</b>
    </Link>
  )
}
