import ListMusic from 'lucide-react/icons/list-music'
import { classNames } from '#ui/dom/class-names.ts'
import { CountBadge } from '#ui/components/content/CountBadge.tsx'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { PHONE, useMediaQuery } from '#ui/dom/media-query.ts'
import { badgeText, toggleQueuePanel, useQueuePanel } from './queue-panel.ts'
import styles from './QueueButton.module.css'
import { usePlayer } from '../engine/player-instance.ts'
import { upcomingCount } from '../order/upcoming.ts'

/** Opens and closes the queue. Its badge shows the number of upcoming tracks. */
export function QueueButton() {
  const count = usePlayer(({ order }) => upcomingCount(order))
  const isOpen = useQueuePanel((panel) => panel.isOpen)
  const isPhone = useMediaQuery(PHONE)
  const badge = badgeText(count, isPhone)
  return (
    <IconButton
      label={badge === undefined ? 'Warteschlange' : `Warteschlange, ${count} Titel`}
      aria-expanded={isOpen}
      data-queue-button
      className={classNames(styles.button, isOpen && styles.open)}
      onClick={toggleQueuePanel}
    >
      <ListMusic className={classNames('icon', isPhone && 'icon-large')} aria-hidden />
      {badge !== undefined && (
        <CountBadge className={styles.badge} aria-hidden>
          {badge}
        </CountBadge>
      )}
    </IconButton>
  )
}
