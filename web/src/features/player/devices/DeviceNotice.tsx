import DevicesIcon from 'lucide-react/icons/monitor-speaker'
import Pointer from 'lucide-react/icons/pointer'
import WifiOff from 'lucide-react/icons/wifi-off'
import X from 'lucide-react/icons/x'
import { formatTime } from '#format.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { useRootMark } from '#ui/dom/root-mark.ts'
import type { DeviceLine } from './device-role.ts'
import styles from './DeviceNotice.module.css'
import { closeDeviceLine, useDevices } from './devices-store.ts'

function textOf(line: DeviceLine): string {
  if (line.kind === 'takenOver') return `Spielt jetzt auf ${line.name}. Hier wurde angehalten.`
  if (line.kind === 'gone')
    return `${line.name} ist nicht mehr erreichbar. Der Stand bei ${formatTime(line.seconds)} ist gesichert.`
  if (line.kind === 'needsPress')
    return `${line.name} darf nicht von selbst beginnen. Drücke dort einmal auf Abspielen, der Stand bleibt.`
  return 'Dieser Browser beginnt erst nach einem Druck. Der Stand ist da.'
}

function LineIcon({ kind }: Pick<DeviceLine, 'kind'>) {
  if (kind === 'takenOver') return <DevicesIcon className="icon icon-small" aria-hidden />
  if (kind === 'gone') return <WifiOff className="icon icon-small" aria-hidden />
  return <Pointer className="icon icon-small" aria-hidden />
}

/** A notice about another device, in a line above the player. It stays until one of its buttons is pressed. */
export function DeviceNotice() {
  const line = useDevices((state) => state.line)
  useRootMark('data-device-line', line !== undefined)
  const playHere = () => {
    closeDeviceLine()
    useDevices.getState().actions?.playHere()
    document.querySelector<HTMLElement>('#player')?.focus()
  }
  const close = () => {
    closeDeviceLine()
    document.querySelector<HTMLElement>('#player')?.focus()
  }
  return (
    <div aria-live="polite" data-device-notice className={styles.region}>
      {line && (
        <div className={styles.line}>
          <LineIcon kind={line.kind} />
          <p>{textOf(line)}</p>
          <Button small onClick={playHere}>
            {line.kind === 'pressHere' ? 'Hier abspielen' : 'Hier weiterspielen'}
          </Button>
          <IconButton label="Hinweis schließen" onClick={close}>
            <X className="icon icon-small" aria-hidden />
          </IconButton>
        </div>
      )}
    </div>
  )
}
