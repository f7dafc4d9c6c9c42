import { useIsAnyRoomOpen } from '#features/rooms/index.ts'
import { Equalizer } from '#ui/components/images/Equalizer.tsx'
import styles from './Shell.module.css'

/** Three moving bars while a listening room is open. */
export function RoomsMark() {
  return (
    useIsAnyRoomOpen() && (
      <span className={styles.live}>
        <span aria-hidden>
          <Equalizer />
        </span>
        <span className="sr">Ein Raum ist offen</span>
      </span>
    )
  )
}
