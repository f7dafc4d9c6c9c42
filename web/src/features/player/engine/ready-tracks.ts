import { useEffect } from 'react'
import { streamUrl } from '#client/media.ts'
import { isEncoding } from '#client/qualities.ts'
import { site } from '#site.ts'
import { getPlayer } from './player-instance.ts'
import { canStart, type Track } from '#features/tracks/index.ts'

/** Number of songs of a list that are preloaded. See docs/product.md §7.1. */
const PRELOADED = 3
/** Bytes of each file: at least a second of sound, and little traffic if it is not played. */
const PRELOADED_BYTES = 65_536
/** Milliseconds for which a list must be shown, or a mouse must rest on a track, before anything is preloaded. */
const LOOKED_AT = 300
const POINTED_AT = 40

/**
 * Loads the beginnings of a list's first tracks into the browser's cache, and prepares the track on whose row a mouse
 * rests. Rows are found by their attribute `data-track`, the track's id. Pass the same list object while it is shown.
 */
export function useReadyTracks(tracks: readonly Track[] | undefined): void {
  useEffect(() => {
    if (tracks === undefined || tracks.length === 0) return undefined
    const shown = new AbortController()
    const { signal } = shown
    const looked = setTimeout(() => void preload(tracks, signal), LOOKED_AT)
    let pointed: ReturnType<typeof setTimeout> | undefined
    const point = ({ target, pointerType }: PointerEvent) => {
      clearTimeout(pointed)
      // A touch may be the beginning of a scroll.
      if (pointerType !== 'mouse' || !(target instanceof Element)) return
      const row = target.closest('tr, li')
      const id = row?.querySelector<HTMLElement>('[data-track]')?.dataset['track']
      if (id === undefined) return
      // The track is looked up when the mouse rests: rows pass below the mouse while a long list scrolls.
      pointed = setTimeout(() => {
        const track = tracks.find((each) => each.id === id)
        if (track) getPlayer().ready(track)
      }, POINTED_AT)
    }
    document.addEventListener('pointerover', point, { signal })
    return () => {
      shown.abort()
      clearTimeout(looked)
      clearTimeout(pointed)
    }
  }, [tracks])
}

async function preload(tracks: readonly Track[], signal: AbortSignal): Promise<void> {
  // The audio element does not share the cache of a fetch to another host.
  if (site.mediaUrl !== undefined) return
  const headers = { Range: `bytes=0-${PRELOADED_BYTES - 1}` }
  for (const track of tracks.filter((each) => canStart(each)).slice(0, PRELOADED)) {
    const address = streamUrl(track)
    // The server would encode the whole track and send it without ranges.
    if (isEncoding(address)) return
    try {
      // One after the other: a track that the listener starts meanwhile has priority.
      const answer = await fetch(address, { headers, signal, priority: 'low' })
      await answer.arrayBuffer()
    } catch {
      return
    }
  }
}
