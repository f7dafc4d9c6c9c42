import { endDevice, listDevices, logoutAll, type Device } from '@tonarchiv/contract/auth'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import LogOut from 'lucide-react/icons/log-out'
import Monitor from 'lucide-react/icons/monitor'
import Smartphone from 'lucide-react/icons/smartphone'
import Tablet from 'lucide-react/icons/tablet'
import { useState } from 'react'
import { textOf } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import { Problem, type Refused, refusedBy } from '#features/auth/index.ts'
import { formatDate } from '#format.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { ConfirmDialog } from '#ui/components/overlays/ConfirmDialog.tsx'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { showToast } from '#ui/dom/toast.ts'
import { Tag } from '#ui/components/content/Tag.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import styles from './Devices.module.css'
import { ownDevice, whenUsed } from './own-device.ts'
import { SettingsCard } from '../form/SettingsCard.tsx'
import cards from '../form/SettingsCard.module.css'

const DEVICES = ['devices']
const ICONS = { mobile: Smartphone, tablet: Tablet, desktop: Monitor } as const
const END_FAILED = 'Das Gerät konnte nicht abgemeldet werden'

interface DeviceRowProps {
  device: Device
  /** When the list was read, in milliseconds. */
  now: number
  /** Missing while the session cannot be ended. */
  onEnd: (() => void) | undefined
}

function DeviceRow({ device: { name, type, lastUsed, isCurrent }, now, onEnd }: DeviceRowProps) {
  const Icon = ICONS[type]
  return (
    <li className={styles.device}>
      <Icon className="icon" aria-hidden />
      <div className={styles.text}>
        <Text as="p" weight="semibold" truncate title={name}>
          {name}
        </Text>
        <Text as="p" size="sm" tone="muted">
          Zuletzt genutzt {whenUsed(lastUsed, now, formatDate)}
        </Text>
      </div>
      {isCurrent ? (
        <Tag kind="success">Dieses Gerät</Tag>
      ) : (
        <IconButton label={`${name} abmelden`} disabled={onEnd === undefined} onClick={onEnd}>
          <LogOut className="icon icon-small" aria-hidden />
        </IconButton>
      )}
    </li>
  )
}

/** Ends one session or all others; a refusal is shown, and until its pause is over nothing can be ended. */
function useEndDevices() {
  const queries = useQueryClient()
  const [problem, setProblem] = useState<Refused>()
  const shared = {
    onMutate: () => setProblem(undefined),
    onError: (failure: Error) =>
      setProblem(refusedBy(failure, textOf(failure, END_FAILED), () => setProblem(undefined))),
    onSettled: () => void queries.invalidateQueries({ queryKey: DEVICES }),
  }
  const end = useMutation({
    ...shared,
    mutationFn: (id: string) => call(endDevice, { params: { id } }),
    onSuccess: () => showToast('Gerät abgemeldet'),
  })
  const endOthers = useMutation({
    ...shared,
    mutationFn: () => call(logoutAll),
    onSuccess: () => showToast('Alle anderen Geräte wurden abgemeldet'),
  })
  return { end, endOthers, problem, isWaiting: problem?.waitSeconds !== undefined }
}

/** The sessions of the account; one can be ended, or all others at once. See docs/product.md §5.3. */
export function Devices() {
  const [isConfirming, setIsConfirming] = useState(false)
  const { end, endOthers, problem, isWaiting } = useEndDevices()
  const list = useQuery({
    queryKey: DEVICES,
    queryFn: ({ signal }) => call(listDevices, undefined, { signal }),
    staleTime: 0,
  })
  const now = list.data === undefined ? list.errorUpdatedAt : list.dataUpdatedAt
  const devices = list.data?.devices ?? (list.isError ? [ownDevice(navigator.userAgent, new Date(now))] : [])
  return (
    <SettingsCard title="Geräte">
      <ul className={styles.devices} aria-busy={list.isPending}>
        {devices.map((device) => (
          <DeviceRow
            key={device.id}
            device={device}
            now={now}
            onEnd={isWaiting ? undefined : () => end.mutate(device.id)}
          />
        ))}
      </ul>
      {problem !== undefined && (
        <div className={styles.problem}>
          <Problem problem={problem} />
        </div>
      )}
      <div className={cards.foot}>
        <Button disabled={isWaiting} onClick={() => setIsConfirming(true)}>
          <LogOut className="icon icon-small" aria-hidden />
          Von allen Geräten abmelden
        </Button>
      </div>
      <ConfirmDialog
        open={isConfirming}
        title="Von allen Geräten abmelden?"
        confirm="Abmelden"
        busy={endOthers.isPending}
        onConfirm={() => endOthers.mutate(undefined, { onSettled: () => setIsConfirming(false) })}
        onCancel={() => setIsConfirming(false)}
      >
        Alle anderen Geräte werden sofort abgemeldet. Dieses Gerät bleibt angemeldet.
      </ConfirmDialog>
    </SettingsCard>
  )
}
