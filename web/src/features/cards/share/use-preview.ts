import { useEffect, useState } from 'react'
import { getPlayer, isSounding } from '#features/player/index.ts'

/** Seconds of a track that are played before the player returns. */
const PREVIEW_SECONDS = 5

/** Plays some seconds of the current track from a given second, and then returns to the position before. */
export function usePreview(trackId: string) {
  const [isPreviewing, setIsPreviewing] = useState(false)
  const [preview] = useState(() => createPreview(trackId, setIsPreviewing))
  useEffect(() => preview.end, [preview])
  return { isPreviewing, toggle: preview.toggle }
}

function createPreview(trackId: string, onChange: (isPreviewing: boolean) => void) {
  /** The state to which the player returns. */
  let before: { positionSeconds: number; wasSounding: boolean } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function end(): void {
    clearTimeout(timer)
    if (before === undefined) return
    const { positionSeconds, wasSounding } = before
    before = undefined
    onChange(false)
    const player = getPlayer()
    // Another track was chosen meanwhile.
    if (player.state.getState().track?.id !== trackId) return
    if (!wasSounding) player.pause()
    player.seekToSeconds(positionSeconds)
  }

  function toggle(second: number): void {
    if (before !== undefined) return end()
    const player = getPlayer()
    const { positionSeconds, status } = player.state.getState()
    before = { positionSeconds, wasSounding: isSounding(status) }
    onChange(true)
    player.seekToSeconds(second)
    if (!before.wasSounding) player.toggle()
    timer = setTimeout(end, PREVIEW_SECONDS * 1000)
  }

  return { end, toggle }
}
