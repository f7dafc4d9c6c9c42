import Heart from 'lucide-react/icons/heart'
import ListEnd from 'lucide-react/icons/list-end'
import ListMusic from 'lucide-react/icons/list-music'
import ListStart from 'lucide-react/icons/list-start'
import Trash from 'lucide-react/icons/trash-2'
import X from 'lucide-react/icons/x'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { formatTime } from '#format.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { rovingIndex } from '#ui/keys/roving-keys.ts'
import styles from './SelectionBar.module.css'

interface SelectionBarProps {
  count: number
  /** Total duration in seconds of the selected tracks that can be played. */
  seconds: number
  onClear: () => void
  onPlayNext: () => void
  onEnqueue: () => void
  onAdd: () => void
  /** Adds the selected tracks to the favorites; undefined if all of them are favorites already. */
  onLike?: () => void
  /** Whether the selected tracks are being added to the favorites now. */
  isLiking?: boolean
  onRemove?: (() => void) | undefined
}

const ICON = 'icon icon-small'

/** A bar above the player with the actions for the selected rows. */
export function SelectionBar(props: SelectionBarProps) {
  const { count, seconds, onClear, onPlayNext, onEnqueue, onAdd, onLike, isLiking = false, onRemove } = props
  const place = useFocusReturn()
  return (
    <div ref={place} className={styles.place}>
      <div
        role="toolbar"
        tabIndex={-1}
        aria-label="Auswahl"
        className={styles.bar}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            // Escape only ends the selection; it must not also close a panel.
            event.preventDefault()
            onClear()
            return
          }
          const buttons = [...event.currentTarget.querySelectorAll('button')]
          const index = buttons.findIndex((button) => button === document.activeElement)
          const next = rovingIndex(event.key, index, buttons.length)
          if (next === undefined) return
          event.preventDefault()
          buttons[next]?.focus()
        }}
      >
        <IconButton label="Auswahl aufheben" onClick={onClear}>
          <X className="icon" aria-hidden />
        </IconButton>
        <p className={styles.count} aria-live="polite">
          <strong>{count} ausgewählt</strong>
          <Text size="md" tone="muted">
            {seconds > 0 && `, ${formatTime(seconds)}${seconds < HOUR ? ' Min.' : ''}`}
          </Text>
        </p>
        <div className={styles.actions}>
          <Action {...ACTIONS.next} icon={<ListStart className={ICON} aria-hidden />} onPress={onPlayNext} />
          <Action {...ACTIONS.queue} icon={<ListEnd className={ICON} aria-hidden />} onPress={onEnqueue} />
          <Action {...ACTIONS.playlist} icon={<ListMusic className={ICON} aria-hidden />} onPress={onAdd} />
          {onLike && (
            <Action
              {...ACTIONS.favorites}
              icon={<Heart className={ICON} aria-hidden />}
              busy={isLiking}
              onPress={onLike}
            />
          )}
          {onRemove && (
            <Action
              {...ACTIONS.remove}
              icon={<Trash className={ICON} aria-hidden />}
              danger
              onPress={onRemove}
            />
          )}
        </div>
      </div>
    </div>
  )
}

/** When the bar is removed while the focus is in it, moves the focus to the list. */
function useFocusReturn() {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const bar = place.current
    return () => {
      if (!bar?.contains(document.activeElement)) return
      const rows = bar.parentElement?.querySelectorAll<HTMLElement>('[data-play], button[data-track]') ?? []
      const row = [...rows].find((each) => each.tabIndex === 0)
      row?.focus({ preventScroll: true })
    }
  }, [])
  return place
}

/** Seconds. */
const HOUR = 3600

/** The labels of the actions, and the short labels below the icons on phones. */
const ACTIONS = {
  next: { label: 'Als Nächstes spielen', short: 'Als Nächstes' },
  queue: { label: 'Zur Warteschlange', short: 'Warteschlange' },
  playlist: { label: 'Zur Playlist…', short: 'Playlist…' },
  favorites: { label: 'Zu Lieblingssongs', short: 'Lieblingssongs' },
  remove: { label: 'Entfernen', short: 'Entfernen' },
} as const

interface ActionProps {
  label: string
  short: string
  icon: ReactNode
  danger?: boolean
  busy?: boolean
  onPress: () => void
}

function Action({ label, short, icon, danger = false, busy = false, onPress }: ActionProps) {
  return (
    <Button
      kind="ghost"
      small
      busy={busy}
      aria-label={label}
      className={classNames(styles.action, danger && styles.danger)}
      onClick={onPress}
    >
      {icon}
      <span className={styles.long}>{label}</span>
      <span className={styles.short}>{short}</span>
    </Button>
  )
}
