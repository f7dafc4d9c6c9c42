import { useEffect } from 'react'
import { streamUrl } from '#client/media.ts'
import { isEncoding } from '#client/qualities.ts'
import { siteLinks } from '#site-links.ts'
import { getPlayer } from './player-instance.ts'
import { canStart, type Track } from '#features/tracks/index.ts'

/** How many playable songs of a list are preloaded. See docs/product.md §7.1. */
const PRELOADED = 3
/** Bytes that are preloaded of each file: at least a second of sound, and little traffic if the file is not played. */
const PRELOADED_BYTES = 65_536
/**
 * Milliseconds for which a list must be displayed (`LOOKED_AT`), or a mouse must rest on a track (`POINTED_AT`), before
 * anything is preloaded.
 */
const LOOKED_AT = 300
const POINTED_AT = 40

/**
 * Loads the beginnings of the first tracks of a list into the browser's cache, and prepares the track on whose row a
 * mouse rests. The track of a row is found by the attribute `data-track`, which contains the track's id. Pass the same
 * array while the list is displayed.
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
      // Only a mouse counts, because a touch may be the beginning of a scroll.
      if (pointerType !== 'mouse' || !(target instanceof Element)) return
      const row = target.closest('tr, li')
      const id = row?.querySelector<HTMLElement>('[data-track]')?.dataset['track']
      if (id === undefined) return
      // The track is looked up only after the mouse has rested: while a long list scrolls, many rows pass below the
      // mouse.
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
  // For media on another host, the audio element and `fetch` do not share the browser's cache, so preloading has no
  // effect.
  if (siteLinks.mediaUrl !== undefined) return
  const headers = { Range: `bytes=0-${PRELOADED_BYTES - 1}` }
  for (const track of tracks.filter((each) => canStart(each)).slice(0, PRELOADED)) {
    const address = streamUrl(track)
    // The server would encode the whole track and send it without ranges, so an encoding is not preloaded.
    if (isEncoding(address)) return
    try {
      // Files are loaded one after the other, so that a track which the listener starts meanwhile has priority.
      const answer = await fetch(address, { headers, signal, priority: 'low' })
      await answer.arrayBuffer()
    } catch {
      return
    }
  }
}
