import ListChecks from 'lucide-react/icons/list-checks'
import { IconButton } from '#ui/components/controls/IconButton.tsx'

export interface SelectButtonProps {
  isOn: boolean
  onToggle: () => void
  /** Ends the selection mode when Escape is pressed; undefined if no row is selected. */
  onEscape: (() => void) | undefined
}

/**
 * Switches selection mode on and off. In selection mode, a press without modifier keys selects a row instead of playing
 * it.
 */
export function SelectButton({ isOn, onToggle, onEscape }: SelectButtonProps) {
  return (
    <IconButton
      label="Auswählen"
      pressed={isOn}
      onClick={onToggle}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !onEscape) return
        // Escape only ends the selection mode; it must not also close a panel.
        event.preventDefault()
        onEscape()
      }}
    >
      <ListChecks className="icon icon-small" aria-hidden />
    </IconButton>
  )
}
