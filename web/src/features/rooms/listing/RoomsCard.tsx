import { Link } from 'react-router'
import { Surface } from '#ui/components/base/Surface.tsx'
import { buttonClass } from '#ui/components/controls/Button.tsx'
import { useRooms } from './api.ts'
import { RoomRow } from './RoomRow.tsx'
import styles from './RoomsCard.module.css'

/** Rooms on the card. */
const SHOWN = 3

/** The open rooms on the home page. Renders nothing while there are none. */
export function RoomsCard({ className }: { className?: string | undefined }) {
  const rooms = useRooms().data?.rooms ?? []
  if (rooms.length === 0) return null
  return (
    <Surface as="section" className={className} aria-labelledby="home-rooms">
      <div className={styles.card}>
        <div className={styles.head}>
          <h2 id="home-rooms">Offene Hörräume</h2>
          <Link to="/rooms" className={buttonClass({ kind: 'ghost', small: true })}>
            Alle anzeigen
          </Link>
        </div>
        <ul>
          {rooms.slice(0, SHOWN).map((room) => (
            <RoomRow key={room.id} room={room} isShort />
          ))}
        </ul>
      </div>
    </Surface>
  )
}
