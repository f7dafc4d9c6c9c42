import { createPortal } from 'react-dom'
import { formatNumber } from '#format.ts'
import { imageUrl } from '#client/media.ts'
import { Cover } from '#ui/components/images/Cover.tsx'
import { useTrackDrag } from './track-drag.ts'
import styles from './TrackDragGhost.module.css'

const COVERS = 3

/** What is displayed at the pointer while tracks are dragged: up to three covers and the number of tracks. */
export function TrackDragGhost() {
  const drag = useTrackDrag((state) => state.drag)
  if (drag === undefined) return null
  const covers = [...new Set(drag.tracks.map(({ coverUrl }) => coverUrl))].slice(0, COVERS)
  return createPortal(
    <div className={styles.ghost} style={{ translate: `${drag.x + 12}px ${drag.y + 12}px` }} aria-hidden>
      <span className={styles.covers}>
        {covers.map((cover) => (
          <Cover key={cover} src={imageUrl(cover)} size={32} fixed />
        ))}
      </span>
      {formatNumber(drag.tracks.length)} Titel
    </div>,
    document.body,
  )
}
