import { Switch } from '#ui/components/controls/Switch.tsx'

interface InviteSwitchProps {
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Whether only invited members may join the room. */
export function InviteSwitch(props: InviteSwitchProps) {
  return <Switch {...props}>Nur mit Einladung</Switch>
}
