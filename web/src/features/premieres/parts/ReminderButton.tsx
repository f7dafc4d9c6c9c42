import Bell from 'lucide-react/icons/bell'
import BellRing from 'lucide-react/icons/bell-ring'
import { Button } from '#ui/components/controls/Button.tsx'
import { useReminder } from '../calls/api.ts'

interface ReminderButtonProps {
  albumId: string
  isReminded: boolean
  primary?: boolean
}

/** The button that subscribes the member to messages about a premiere, or unsubscribes. */
export function ReminderButton({ albumId, isReminded, primary = false }: ReminderButtonProps) {
  const { mutate, isPending, variables } = useReminder(albumId)
  const isOn = isPending ? variables : isReminded
  const Icon = isOn ? BellRing : Bell
  return (
    <Button kind={primary && !isOn ? 'primary' : 'plain'} aria-pressed={isOn} onClick={() => mutate(!isOn)}>
      <Icon className="icon icon-small" aria-hidden />
      {isOn ? 'Du bekommst Bescheid' : 'Bescheid geben'}
    </Button>
  )
}
