import Headphones from 'lucide-react/icons/headphones'
import { imageUrl } from '#client/media.ts'
import { Sleeve, SleeveFrame } from '#ui/components/images/Sleeve.tsx'
import styles from './RoomRow.module.css'

/** The cover of what a room plays; a plain sleeve if there is no cover or the member may not see it. */
export function RoomSleeve({ cover, isOut }: { cover: string | undefined; isOut: boolean }) {
  if (cover !== undefined)
    return <Sleeve src={imageUrl(cover)} size={52} out={isOut} className={styles.sleeve} />
  return (
    <SleeveFrame out={isOut} className={styles.sleeve}>
      <span className={styles.blank}>
        <Headphones className="icon" aria-hidden />
      </span>
    </SleeveFrame>
  )
}
