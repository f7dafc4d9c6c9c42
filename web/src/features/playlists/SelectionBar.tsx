import Heart from 'lucide-react/icons/heart'
import ListEnd from 'lucide-react/icons/list-end'
import ListMusic from 'lucide-react/icons/list-music'
import ListStart from 'lucide-react/icons/list-start'
import Trash from 'lucide-react/icons/trash-2'
import X from 'lucide-react/icons/x'
import { Button } from '#ui/components/controls/Button.tsx'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { rovingIndex } from '#ui/keys/roving-keys.ts'
import styles from './SelectionBar.module.css'

interface SelectionBarProps {
  count: number
  onClear: () => void
  onPlayNext: () => void
  onEnqueue: () => void
  onAdd: () => void
  onLike: () => void
  /** Whether the selected tracks are being added to the favorites. */
  isLiking: boolean
  onRemove?: (() => void) | undefined
}

/** What can be done with the selected rows, above the player. */
export function SelectionBar(props: SelectionBarProps) {
  const { count, onClear, onPlayNext, onEnqueue, onAdd, onLike, isLiking, onRemove } = props
  return (
    <div
      role="toolbar"
      tabIndex={-1}
      aria-label="Auswahl"
      className={styles.bar}
      onKeyDown={(event) => {
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
      <strong className={styles.count} aria-live="polite">
        {count} ausgewählt
      </strong>
      <Button kind="ghost" small onClick={onPlayNext}>
        <ListStart className="icon icon-small" aria-hidden />
        Als Nächstes spielen
      </Button>
      <Button kind="ghost" small onClick={onEnqueue}>
        <ListEnd className="icon icon-small" aria-hidden />
        Zur Warteschlange
      </Button>
      <Button kind="ghost" small onClick={onAdd}>
        <ListMusic className="icon icon-small" aria-hidden />
        Zur Playlist…
      </Button>
      <Button kind="ghost" small busy={isLiking} onClick={onLike}>
        <Heart className="icon icon-small" aria-hidden />
        Zu Lieblingssongs
      </Button>
      {onRemove && (
        <Button kind="danger" small onClick={onRemove}>
          <Trash className="icon icon-small" aria-hidden />
          Entfernen
        </Button>
      )}
    </div>
  )
}
