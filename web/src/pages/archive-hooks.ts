import type { Album, AlbumMark } from '@tonarchiv/contract/catalog'
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { openKeyDialog } from '#features/access-keys/index.ts'
import {
  isFiltered,
  useLinkedTrack,
  type AlbumFilters,
  type useArchiveUrl,
  type useListedAlbums,
  type useScrollPosition,
} from '#features/catalog/index.ts'
import { isSounding, usePlayer } from '#features/player/index.ts'
import { showToast } from '#ui/dom/toast.ts'

type ListedAlbums = ReturnType<typeof useListedAlbums>
type ArchiveUrl = ReturnType<typeof useArchiveUrl>
type OpenAlbum = ArchiveUrl['openAlbum']
type Arrival = ReturnType<typeof useScrollPosition>['arrival']

/** The albums, drawn a few milliseconds at a time, so that a slow device answers meanwhile. */
export function useDeferredAlbums({ albums, data }: Pick<ListedAlbums, 'albums' | 'data'>) {
  const first = data?.first ?? 0
  return useDeferredValue(useMemo(() => ({ albums, first }), [albums, first]))
}

/** The value as it was before `isHeld` became true, so that two parts of a page change together. */
export function useHeld<T>(value: T, isHeld: boolean): T {
  const [held, setHeld] = useState(value)
  if (!isHeld && held !== value) setHeld(value)
  return isHeld ? held : value
}

interface Selection extends Pick<ArchiveUrl, 'changeFilters' | 'openAlbum'> {
  filters: AlbumFilters
  openTitle: string | undefined
}

/** Which albums show, and which one is open. `reset` is missing while nothing is filtered. */
export function useSelection({ filters, openTitle, changeFilters, openAlbum }: Selection) {
  const select = useCallback(
    (change: Partial<AlbumFilters>) => {
      changeFilters(change)
      window.scrollTo({ top: 0, behavior: 'instant' })
    },
    [changeFilters],
  )
  const toggle = useCallback(
    (album: Album) => openAlbum(album.albumTitel === openTitle ? undefined : album),
    [openAlbum, openTitle],
  )
  const reset = isFiltered(filters)
    ? () => select({ search: '', year: undefined, type: undefined })
    : undefined
  return { select, toggle, reset }
}

/** The mark to which a press scrolls the list. */
export function useGoalMark(jump: ListedAlbums['jump']) {
  const [goal, setGoal] = useState<AlbumMark>()
  const goTo = useCallback(
    (mark: AlbumMark) => {
      jump(mark.offset)
      // The same mark again is another wish.
      setGoal({ ...mark })
    },
    [jump],
  )
  return { goal, goTo }
}

/** Requests the pages before and after what is there. */
export function usePages({
  fetchPreviousPage,
  fetchNextPage,
}: Pick<ListedAlbums, 'fetchPreviousPage' | 'fetchNextPage'>) {
  return {
    earlier: useCallback(() => void fetchPreviousPage({ cancelRefetch: false }), [fetchPreviousPage]),
    more: useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]),
  }
}

/** The track that a link leads to; without a key one is requested first, and the link is followed then. */
export function useFollowedLink(isOpen: boolean) {
  const { isRequested, ...link } = useLinkedTrack(isOpen)
  useEffect(() => {
    if (isRequested && !isOpen) openKeyDialog()
  }, [isRequested, isOpen])
  return link
}

/** A link to what is not there says so and leaves the address. */
export function useMissingAlbum(isMissing: boolean, openAlbum: OpenAlbum): void {
  useEffect(() => {
    if (!isMissing) return
    showToast('Album nicht gefunden', { kind: 'error' })
    openAlbum(undefined, { isLink: true })
  }, [isMissing, openAlbum])
}

/**
 * Coming back without a word about an album opens the one that stood open. Returns whether the page is as it was left,
 * so that it is scrolled to where it was.
 */
export function useReturn(arrival: Arrival, openTitle: string | undefined, openAlbum: OpenAlbum): boolean {
  const left = arrival?.open
  const isBack = arrival !== undefined && (openTitle === undefined || openTitle === left?.albumTitel)
  useEffect(() => {
    if (isBack && openTitle === undefined && left !== undefined) openAlbum(left, { isLink: true })
    // Only on arriving: later on, closing an album means closing it.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return isBack
}

/** What sounds, as the track tables mark it. */
export function useCurrentTrack() {
  const id = usePlayer(({ track }) => track?.id)
  const albumTitel = usePlayer(({ track }) => track?.album)
  const isSoundingNow = usePlayer(({ status }) => isSounding(status))
  return useMemo(
    () =>
      id === undefined || albumTitel === undefined
        ? undefined
        : { id, albumTitel, isSounding: isSoundingNow },
    [id, albumTitel, isSoundingNow],
  )
}
