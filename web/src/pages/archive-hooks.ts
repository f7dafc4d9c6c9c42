import type { Album, AlbumMark } from '@tonarchiv/contract/catalog'
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { openKeyDialog } from '#features/access-keys/index.ts'
import {
  albumFromUrl,
  isFiltered,
  isNamed,
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

/**
 * The albums as a deferred value. React then renders them in steps of a few milliseconds, so that a slow device
 * responds in between.
 */
export function useDeferredAlbums({ albums, data }: Pick<ListedAlbums, 'albums' | 'data'>) {
  const first = data?.first ?? 0
  return useDeferredValue(useMemo(() => ({ albums, first }), [albums, first]))
}

/**
 * Returns `value`. While `isHeld` is true, it returns the value from before, so that two parts of a page change at the
 * same time.
 */
export function useHeld<T>(value: T, isHeld: boolean): T {
  const [held, setHeld] = useState(value)
  if (!isHeld && held !== value) setHeld(value)
  return isHeld ? held : value
}

interface Selection extends Pick<ArchiveUrl, 'changeFilters' | 'openAlbum'> {
  filters: AlbumFilters
  openTitle: string | undefined
}

/** The filters, the open album and the functions that change them. `reset` is undefined while no filter is set. */
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

/** The letter or year to which the list scrolls, and the function with which the visitor chooses it. */
export function useGoalMark(jump: ListedAlbums['jump']) {
  const [goal, setGoal] = useState<AlbumMark>()
  const goTo = useCallback(
    (mark: AlbumMark) => {
      jump(mark.offset)
      // A new object, so that the same letter or year can be chosen again.
      setGoal({ ...mark })
    },
    [jump],
  )
  return { goal, goTo }
}

/** Functions that load the pages before and after the loaded ones. */
export function usePages({
  fetchPreviousPage,
  fetchNextPage,
}: Pick<ListedAlbums, 'fetchPreviousPage' | 'fetchNextPage'>) {
  return {
    earlier: useCallback(() => void fetchPreviousPage({ cancelRefetch: false }), [fetchPreviousPage]),
    more: useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]),
  }
}

/** The track that a link has named. Members without archive access are asked for an access key first. */
export function useFollowedLink(isOpen: boolean) {
  const { isRequested, ...link } = useLinkedTrack(isOpen)
  useEffect(() => {
    if (isRequested && !isOpen) openKeyDialog()
  }, [isRequested, isOpen])
  return link
}

/** Shows a toast if a link has named an album that does not exist, and removes the album from the URL. */
export function useMissingAlbum(isMissing: boolean, openAlbum: OpenAlbum): void {
  useEffect(() => {
    if (!isMissing) return
    showToast('Album nicht gefunden', { kind: 'error' })
    openAlbum(undefined, { isLink: true })
  }, [isMissing, openAlbum])
}

/**
 * The open album of the URL and the function that opens an album. If the URL names none, the album that was open when
 * the visitor left the archive is opened again. This happens in the first render, so that no card changes below a
 * press.
 * @returns also whether the page is in the same state as when it was left, so that its scroll position can be restored
 */
export function useReturn(
  arrival: Arrival,
  { openWord, openAlbum }: Pick<ArchiveUrl, 'openWord' | 'openAlbum'>,
) {
  const left = arrival?.open
  const [reopened, setReopened] = useState(openWord === undefined ? left : undefined)
  if (reopened && openWord !== undefined) setReopened(undefined)
  useEffect(() => {
    if (reopened) openAlbum(reopened, { isLink: true })
    // Only on mount: later the member may close the album.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  const word = openWord ?? (reopened && albumFromUrl(reopened))
  return {
    openWord: word,
    openAlbum: useCallback<OpenAlbum>(
      (...parameters) => {
        setReopened(undefined)
        return openAlbum(...parameters)
      },
      [openAlbum],
    ),
    isBack: arrival !== undefined && (word === undefined || (left !== undefined && isNamed(left, word))),
  }
}

/** The current track, in the form that track tables expect. */
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
