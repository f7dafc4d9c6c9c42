import ListChecks from 'lucide-react/icons/list-checks'
import { IconButton } from '#ui/components/controls/IconButton.tsx'

export interface SelectButtonProps {
  isOn: boolean
  onToggle: () => void
  /** Ends the selecting by Escape; undefined where nothing is selected. */
  onEscape: (() => void) | undefined
}

/** While it is on, a plain press on a row of its list selects the row. */
export function SelectButton({ isOn, onToggle, onEscape }: SelectButtonProps) {
  return (
    <IconButton
      label="Auswählen"
      pressed={isOn}
      onClick={onToggle}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !onEscape) return
        // It closes nothing else then.
        event.preventDefault()
        onEscape()
      }}
    >
      <ListChecks className="icon icon-small" aria-hidden />
    </IconButton>
  )
}
