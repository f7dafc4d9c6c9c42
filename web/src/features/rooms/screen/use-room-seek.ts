import { useRef, useState } from 'react'
import { useRoomActions } from './room-actions.ts'

/**
 * The position that a slider of the room shows, in seconds, and its handlers. From a change until the server has
 * answered this is the chosen second, so that the next arrow key counts from it, and not from what is still played.
 */
export function useRoomSeek(entryId: string | null, played: number, duration: number) {
  const { command } = useRoomActions()
  const [chosen, setChosen] = useState<number>()
  const changes = useRef(0)

  const change = (second: number) => {
    changes.current += 1
    setChosen(second)
  }
  const commit = async (second: number) => {
    change(second)
    const own = changes.current
    if (entryId !== null) await command({ name: 'seek', entryId, positionMs: second * 1000 })
    // A later change shows its own second.
    if (own === changes.current) setChosen(undefined)
  }
  return {
    second: Math.min(duration, chosen ?? played),
    change,
    commit: (second: number) => void commit(second),
  }
}
