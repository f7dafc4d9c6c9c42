import { shownTitle, type Album, type AlbumTrack } from '@tonarchiv/contract/catalog'
import { useCallback, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { showToast } from '#ui/dom/toast.ts'
import { albumFromUrl } from '../albums/album-url.ts'
import { albumOfFile } from '../albums/api.ts'
import { isMissing } from '#features/tracks/index.ts'

/** Milliseconds for which the row of a linked track is highlighted. See docs/product.md §6.6. */
const HIGHLIGHTED_FOR = 5000
/** Milliseconds for which the toast about a linked track is shown. See docs/product.md §6.6. */
const FOUND_TOAST = 5000

interface LinkedTrack {
  album: Album
  track: AlbumTrack
  /** The second of a moment. */
  second: number | undefined
}

/**
 * Handles the URL parameters `track`, the file name or id of a track, and `t`, a second of the track: changes the URL
 * to the one that opens the album of the track, without these parameters. Does nothing until the archive is open. See
 * docs/product.md §6.6.
 */
export function useLinkedTrack(isOpen: boolean) {
  const [address, setUrl] = useSearchParams()
  const file = address.get('track') ?? undefined
  const second = secondIn(address.get('t'))
  const [linked, setLinked] = useState<LinkedTrack>()
  const [highlightedId, setHighlightedId] = useState<string>()

  const leave = useCallback(
    (album?: Album) =>
      setUrl(
        (now) => {
          const next = new URLSearchParams(now)
          next.delete('track')
          next.delete('t')
          if (album) next.set('album', albumFromUrl(album))
          return next
        },
        { replace: true, preventScrollReset: true },
      ),
    [setUrl],
  )

  useEffect(() => {
    if (file === undefined || !isOpen) return undefined
    const left = new AbortController()
    const follow = async () => {
      try {
        const found = await albumOfFile(file, left.signal)
        if (left.signal.aborted) return
        leave(found?.album)
        if (!found || isMissing(found.track)) {
          showToast('Track nicht gefunden', { kind: 'error' })
          return
        }
        const { album, track } = found
        setLinked({ ...found, second: second !== undefined && second < track.duration ? second : undefined })
        setHighlightedId(track.id)
        showToast(`Track gefunden: ${shownTitle(track.title)} - ${album.albumTitel}`, {
          duration: FOUND_TOAST,
        })
      } catch {
        if (left.signal.aborted) return
        leave()
        showToast('Fehler beim Laden des Tracks', { kind: 'error' })
      }
    }
    void follow()
    return () => left.abort()
  }, [file, second, isOpen, leave])

  useEffect(() => {
    if (highlightedId === undefined) return undefined
    const timer = setTimeout(() => setHighlightedId(undefined), HIGHLIGHTED_FOR)
    return () => clearTimeout(timer)
  }, [highlightedId])

  const dismiss = useCallback(() => setLinked(undefined), [])
  return { isRequested: file !== undefined, linked, highlightedId, dismiss }
}

/** The second in a link; undefined for anything but a whole number. */
function secondIn(given: string | null): number | undefined {
  return given !== null && /^\d{1,9}$/.test(given) ? Number(given) : undefined
}
