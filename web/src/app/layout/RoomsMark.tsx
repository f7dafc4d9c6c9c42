import { useOpenRoomsCount } from '#features/rooms/index.ts'
import { formatNumber } from '#format.ts'
import { Equalizer } from '#ui/components/images/Equalizer.tsx'
import styles from './Shell.module.css'

/** Three moving bars while a listening room is open, and the number of open rooms in words. */
export function RoomsMark() {
  const count = useOpenRoomsCount()
  return (
    count > 0 && (
      <span className={styles.live}>
        <span aria-hidden>
          <Equalizer />
        </span>
        <span className="sr">{count === 1 ? '1 Raum offen' : `${formatNumber(count)} Räume offen`}</span>
      </span>
    )
  )
}
