import { shownTitle, type Album, type AlbumTrack } from '@tonarchiv/contract/catalog'
import { useCallback, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { showToast } from '#ui/dom/toast.ts'
import { albumFromUrl } from '../albums/album-url.ts'
import { albumOfFile } from '../albums/api.ts'
import { isMissing } from '#features/tracks/index.ts'

/** Milliseconds for which a linked track is highlighted. See docs/product.md §6.6. */
const HIGHLIGHTED_FOR = 5000
/** Duration of the toast that names the linked track, in milliseconds. See docs/product.md §6.6. */
const FOUND_TOAST = 5000

interface LinkedTrack {
  album: Album
  track: AlbumTrack
}

/**
 * Handles `?track=`, the file name or id of a track: opens its album in the URL and removes the parameter. Does nothing
 * until the archive is open. See docs/product.md §6.6.
 */
export function useLinkedTrack(isOpen: boolean) {
  const [address, setUrl] = useSearchParams()
  const file = address.get('track') ?? undefined
  const [linked, setLinked] = useState<LinkedTrack>()
  const [highlightedId, setHighlightedId] = useState<string>()

  const leave = useCallback(
    (album?: Album) =>
      setUrl(
        (now) => {
          const next = new URLSearchParams(now)
          next.delete('track')
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
        setLinked(found)
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
  }, [file, isOpen, leave])

  useEffect(() => {
    if (highlightedId === undefined) return undefined
    const timer = setTimeout(() => setHighlightedId(undefined), HIGHLIGHTED_FOR)
    return () => clearTimeout(timer)
  }, [highlightedId])

  const dismiss = useCallback(() => setLinked(undefined), [])
  return { isRequested: file !== undefined, linked, highlightedId, dismiss }
}
