import { useEffect, useRef, useState } from 'react'
import type { RoomData } from '../state/room-data.ts'
import { eventLines } from './event-lines.ts'

/** Minimum milliseconds between two announcements. Of several events in this time, only the last is announced. */
const PAUSE = 3000

/** A polite live region that announces what other members do in the room. */
export function EventAnnouncer({ room, ownId }: { room: RoomData; ownId: string }) {
  const [announced, setAnnounced] = useState('')
  const { events, entries, state } = room
  const last = eventLines({ events: events.filter(({ by }) => by.id !== ownId).slice(-1), entries, state })[0]
  const first = useRef(last?.id)
  const spokenAt = useRef(-Infinity)
  const [id, text] = [last?.id, last?.text ?? '']
  useEffect(() => {
    if (id === undefined || id === first.current) return undefined
    const wait = Math.max(0, spokenAt.current + PAUSE - performance.now())
    const timer = setTimeout(() => {
      spokenAt.current = performance.now()
      setAnnounced(text)
    }, wait)
    return () => clearTimeout(timer)
  }, [id, text])
  return <output className="sr">{announced}</output>
}
