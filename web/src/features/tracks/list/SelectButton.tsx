import ListChecks from 'lucide-react/icons/list-checks'
import { IconButton } from '#ui/components/controls/IconButton.tsx'

export interface SelectButtonProps {
  isOn: boolean
  onToggle: () => void
}

/** While it is on, a plain press on a row of its list selects the row. */
export function SelectButton({ isOn, onToggle }: SelectButtonProps) {
  return (
    <IconButton label="Auswählen" pressed={isOn} onClick={onToggle}>
      <ListChecks className="icon icon-small" aria-hidden />
    </IconButton>
  )
}
