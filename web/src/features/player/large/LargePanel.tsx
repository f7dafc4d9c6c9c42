import Minimize2 from 'lucide-react/icons/minimize-2'
import { useId, useRef, type KeyboardEvent, type MouseEvent } from 'react'
import type { Track } from '#features/tracks/index.ts'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { PHONE, useMediaQuery } from '#ui/dom/media-query.ts'
import { useIsPainted } from '#ui/hooks/use-is-painted.ts'
import { rovingIndex } from '#ui/keys/roving-keys.ts'
import { usePlayer } from '../engine/player-instance.ts'
import { upcomingCount } from '../order/upcoming.ts'
import type { QueueActions } from '../queue/QueueContent.tsx'
import { chooseLargeTab, setCoverOnly, showLargeTab, useLargeView, type LargeTab } from './large-view.ts'
import styles from './LargePanel.module.css'
import { LyricsPanel } from './LyricsPanel.tsx'
import { NotesPanel } from './NotesPanel.tsx'
import { UpcomingPanel } from './UpcomingPanel.tsx'

export const LARGE_TABS: readonly { value: LargeTab; label: string }[] = [
  { value: 'lyrics', label: 'Songtext' },
  { value: 'queue', label: 'Als Nächstes' },
  { value: 'notes', label: 'Notizen' },
]

interface LargePanelProps extends QueueActions {
  track: Track
  isDocked: boolean
}

/**
 * The panel of the large view with the tabs "Songtext", "Als Nächstes" and "Notizen". While only the cover is shown,
 * phones display the tab names alone.
 */
export function LargePanel({ track, isDocked, ...queue }: LargePanelProps) {
  const id = useId()
  const isPhone = useMediaQuery(PHONE)
  // The first frame is rendered without the content of the panel, so that the view opens sooner.
  const isPainted = useIsPainted()
  const tab = useLargeView((view) => view.tab)
  const isCover = useLargeView((view) => !isDocked && (isPhone ? view.isPhoneCoverOnly : view.isCoverOnly))
  if (isCover && !isPhone) return null
  return (
    <div className={styles.panel} data-panel={isCover ? 'names' : 'shown'}>
      <div className={styles.head}>
        <TabNames id={id} isCover={isCover} />
        {!isDocked && !isPhone && (
          <IconButton label="Nur das Cover zeigen" onClick={hidePanel}>
            <Minimize2 className="icon icon-small" aria-hidden />
          </IconButton>
        )}
      </div>
      {!isCover && (
        <div className={styles.content} role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tab}`}>
          {isPainted && tab === 'lyrics' && <LyricsPanel track={track} />}
          {isPainted && tab === 'queue' && <UpcomingPanel {...queue} />}
          {isPainted && tab === 'notes' && <NotesPanel key={track.id} track={track} />}
        </div>
      )}
    </div>
  )
}

/** Hides the panel together with the pressed button. The focus moves to the button that shows the panel. */
function hidePanel({ currentTarget }: MouseEvent<HTMLElement>): void {
  const view = currentTarget.closest('[data-large-view]')
  setCoverOnly(true)
  requestAnimationFrame(() => view?.querySelector<HTMLElement>('[data-show-panel]')?.focus())
}

function TabNames({ id, isCover }: { id: string; isCover: boolean }) {
  const list = useRef<HTMLDivElement>(null)
  const selected = useLargeView((view) => view.tab)
  const count = usePlayer(({ order }) => upcomingCount(order))
  const move = (event: KeyboardEvent<HTMLButtonElement>, index: number) => {
    const next = rovingIndex(event.key, index, LARGE_TABS.length)
    const tab = next === undefined ? undefined : LARGE_TABS[next]
    if (next === undefined || !tab) return
    // Prevents the player's shortcut: in the list of tabs, arrow keys choose a tab and do not seek.
    event.preventDefault()
    list.current?.querySelectorAll('button')[next]?.focus()
    showLargeTab(tab.value)
  }
  return (
    <div className={styles.tabs} role="tablist" aria-label="Zum Track" ref={list}>
      {LARGE_TABS.map(({ value, label }, index) => (
        <button
          key={value}
          type="button"
          role="tab"
          id={`${id}-${value}`}
          className={styles.tab}
          aria-selected={value === selected && !isCover}
          aria-controls={value === selected && !isCover ? `${id}-panel` : undefined}
          tabIndex={value === selected ? 0 : -1}
          data-autofocus={value === selected || undefined}
          data-queue-button={value === 'queue' || undefined}
          onClick={() => chooseLargeTab(value)}
          onKeyDown={(event) => move(event, index)}
        >
          {label}
          {value === 'queue' && count > 0 && <small className={styles.count}>{count}</small>}
        </button>
      ))}
    </div>
  )
}
