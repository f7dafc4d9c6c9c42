import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useId, useState } from 'react'
import type { CurrentTrack, RenderSelected } from '#features/tracks/index.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { useNearEnd } from '#ui/hooks/use-near-end.ts'
import { foundQuery } from './found-query.ts'
import { FoundSongs } from './FoundSongs.tsx'
import styles from './FoundSongs.module.css'
import { totalText } from './wording.ts'

/** Number of songs that are shown above the albums, until the member asks for all of them. */
const FIRST = 5

/** The songs that match the search of the archive. */
export function useArchiveSongs(text: string) {
  const query = useInfiniteQuery({
    ...foundQuery(text, 'songs', FIRST),
    placeholderData: keepPreviousData,
    // No retries, because the albums are shown only after this query has ended.
    retry: false,
  })
  return {
    /** The songs; undefined if nothing is searched, and after an error. */
    found: text === '' ? undefined : query.data,
    /** Whether the songs for this text are still loading. */
    isPending: text !== '' && (query.isPending || query.isPlaceholderData) && !query.isError,
    hasMore: query.hasNextPage,
    isFetching: query.isFetching,
    fetchMore: query.fetchNextPage,
  }
}

interface ArchiveSongsProps {
  text: string
  songs: ReturnType<typeof useArchiveSongs>
  current: CurrentTrack | undefined
  albumPath: (trackId: string) => string
  renderSelected: RenderSelected
}

/** The songs that match the search, above the albums. Renders nothing if there are none. */
export function ArchiveSongs({ text, songs, current, albumPath, renderSelected }: ArchiveSongsProps) {
  const headingId = useId()
  const [shownFor, setShownFor] = useState<string>()
  const { found, hasMore, isFetching, fetchMore } = songs
  const areAllShown = shownFor === text
  const more = useCallback(() => void fetchMore({ cancelRefetch: false }), [fetchMore])
  const end = useNearEnd(areAllShown && hasMore && !isFetching, more)
  if (!found || found.rows.length === 0) return null
  const rows = areAllShown ? found.rows : found.rows.slice(0, FIRST)
  const total = totalText(found.total)
  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <FoundSongs
        rows={rows}
        terms={found.terms}
        current={current}
        source={{ title: `Suche: ${text}`, path: `/archive?${new URLSearchParams({ search: text })}` }}
        albumPath={albumPath}
        renderSelected={renderSelected}
        renderHead={(select) => (
          <header className={styles.head}>
            <h2 id={headingId}>
              Songs <span>{total}</span>
            </h2>
            <span className={styles.tools}>
              {!areAllShown && found.total > FIRST && (
                <Button kind="ghost" small onClick={() => setShownFor(text)}>
                  Alle {total} Songs anzeigen
                </Button>
              )}
              {select}
            </span>
          </header>
        )}
      />
      <div ref={end} />
    </section>
  )
}
