import ListEnd from 'lucide-react/icons/list-end'
import ListMusic from 'lucide-react/icons/list-music'
import Trash from 'lucide-react/icons/trash-2'
import X from 'lucide-react/icons/x'
import { Button } from '#ui/components/controls/Button.tsx'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { rovingIndex } from '#ui/keys/roving-keys.ts'
import styles from './SelectionBar.module.css'

interface SelectionBarProps {
  count: number
  onClear: () => void
  onEnqueue: () => void
  onAdd: () => void
  onRemove?: (() => void) | undefined
}

/** What can be done with the selected rows, above the player. */
export function SelectionBar({ count, onClear, onEnqueue, onAdd, onRemove }: SelectionBarProps) {
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
      <Button kind="ghost" small onClick={onEnqueue}>
        <ListEnd className="icon icon-small" aria-hidden />
        Zur Warteschlange
      </Button>
      <Button kind="ghost" small onClick={onAdd}>
        <ListMusic className="icon icon-small" aria-hidden />
        Zur Playlist…
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
