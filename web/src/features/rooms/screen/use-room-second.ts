import { useEffect, useState } from 'react'
import { currentEntry } from '../state/room-data.ts'
import type { InRoom } from '../state/room-tab.ts'

/** Milliseconds between two readings of the position. */
const READ_EVERY = 250

/** The position of the room in its entry in whole seconds, at most the duration; undefined while it is not known. */
function secondOf(tab: InRoom): number | undefined {
  const positionMs = tab.positionMs()
  const durationMs = currentEntry(tab.room)?.durationMs ?? 0
  if (positionMs === undefined) return undefined
  return Math.floor(Math.max(0, Math.min(positionMs, durationMs)) / 1000)
}

/** The position of the room in its entry in whole seconds. The component is rendered again when it changes. */
export function useRoomSecond(tab: InRoom): number | undefined {
  const [second, setSecond] = useState(() => secondOf(tab))
  useEffect(() => {
    const read = () => setSecond(secondOf(tab))
    read()
    const timer = setInterval(read, READ_EVERY)
    return () => clearInterval(timer)
  }, [tab])
  return second
}
