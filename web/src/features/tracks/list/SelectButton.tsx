import ListChecks from 'lucide-react/icons/list-checks'
import { IconButton } from '#ui/components/controls/IconButton.tsx'

export interface SelectButtonProps {
  isOn: boolean
  onToggle: () => void
  /** Ends the selection mode with Escape; undefined if no row is selected. */
  onEscape: (() => void) | undefined
}

/** Switches the mode in which a plain press on a row of the list selects it. */
export function SelectButton({ isOn, onToggle, onEscape }: SelectButtonProps) {
  return (
    <IconButton
      label="Auswählen"
      pressed={isOn}
      onClick={onToggle}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !onEscape) return
        // Escape must close nothing else.
        event.preventDefault()
        onEscape()
      }}
    >
      <ListChecks className="icon icon-small" aria-hidden />
    </IconButton>
  )
}
