import type { AppPassword } from '@tonarchiv/contract/app-passwords'
import Blocks from 'lucide-react/icons/blocks'
import CarFront from 'lucide-react/icons/car-front'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import Monitor from 'lucide-react/icons/monitor'
import Radio from 'lucide-react/icons/radio'
import Smartphone from 'lucide-react/icons/smartphone'
import Tablet from 'lucide-react/icons/tablet'
import Trash from 'lucide-react/icons/trash-2'
import Tv from 'lucide-react/icons/tv'
import { formatDate } from '#format.ts'
import { DataCell, DataRow } from '#ui/components/content/DataTable.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import styles from './AppPasswordRow.module.css'
import { kindOfDevice } from './kind-of-device.ts'
import { lastUse } from './last-use.ts'

const ICONS = {
  phone: Smartphone,
  tablet: Tablet,
  computer: Monitor,
  radio: Radio,
  television: Tv,
  car: CarFront,
  other: Blocks,
} as const

interface AppPasswordRowProps {
  appPassword: AppPassword
  /** When the list was read, in milliseconds since 1970. */
  now: number
  /** Whether the app password was revoked. The row then fades out, and `onGone` is called after that. */
  isLeaving: boolean
  onGone: (row: HTMLTableRowElement) => void
  onRevoke: () => void
}

export function AppPasswordRow({ appPassword, now, isLeaving, onGone, onRevoke }: AppPasswordRowProps) {
  const { name, createdAt, app, lastUsedAt, isPlaying } = appPassword
  const wasUsed = lastUsedAt !== null || isPlaying
  const Icon = wasUsed ? ICONS[kindOfDevice(name)] : CircleDashed
  return (
    <DataRow isLeaving={isLeaving} onGone={onGone}>
      <DataCell>
        <span className={styles.password}>
          <span className={styles.icon} aria-hidden>
            <Icon className="icon" />
          </span>
          <span className={styles.names}>
            <Text weight="semibold" truncate title={name}>
              {name}
            </Text>
            <Text size="sm" tone="muted">
              Seit {formatDate(createdAt)}
            </Text>
          </span>
        </span>
      </DataCell>
      <DataCell label="App">
        {wasUsed ? (
          <span className={styles.app}>{app ?? 'unbekannt'}</span>
        ) : (
          <Text tone="faint">noch nie angemeldet</Text>
        )}
      </DataCell>
      <DataCell label="Zuletzt benutzt">
        <Text className={styles.use} {...(isPlaying && { tone: 'success' })}>
          {lastUse(appPassword, now)}
        </Text>
      </DataCell>
      <DataCell isAction>
        <IconButton
          label={`${name} widerrufen`}
          className={styles.revoke}
          onClick={isLeaving ? undefined : onRevoke}
        >
          <Trash className="icon icon-small" aria-hidden />
        </IconButton>
      </DataCell>
    </DataRow>
  )
}
