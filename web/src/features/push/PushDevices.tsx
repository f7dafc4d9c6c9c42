import type { PushDevice } from '@tonarchiv/contract/push'
import { useQuery } from '@tanstack/react-query'
import BellOff from 'lucide-react/icons/bell-off'
import BellRing from 'lucide-react/icons/bell-ring'
import Monitor from 'lucide-react/icons/monitor'
import Smartphone from 'lucide-react/icons/smartphone'
import Tablet from 'lucide-react/icons/tablet'
import X from 'lucide-react/icons/x'
import { useRef, useState, type ReactNode } from 'react'
import { textOf } from '#client/api-error.ts'
import { SettingsCard } from '#features/settings/index.ts'
import { formatAgo } from '#format.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { LoadFailure } from '#ui/components/content/LoadFailure.tsx'
import { Notice } from '#ui/components/content/Notice.tsx'
import { Skeleton } from '#ui/components/content/Skeleton.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { showToast } from '#ui/dom/toast.ts'
import { useRestoredFocus } from '#ui/hooks/use-restored-focus.ts'
import { pushDevicesQuery, useRemoveDevice, useTestDevice } from './api.ts'
import styles from './PushDevices.module.css'
import { type PushChoices, PushQuestion } from './PushQuestion.tsx'
import { type PushAbility, pushAbility } from './subscription.ts'

const ICONS = { mobile: Smartphone, tablet: Tablet, desktop: Monitor } as const
const LOAD_FAILED = 'Die Geräte mit Push konnten nicht geladen werden.'
const REMOVE_FAILED = 'Push konnte nicht abgeschaltet werden'
const TEST_FAILED = 'Die Probe konnte nicht geschickt werden'

/** The browsers of the account that receive push messages, and the switch for this one. See docs/product.md §28.1. */
export function PushDevices({ choices }: { choices: PushChoices }) {
  const list = useQuery(pushDevicesQuery)
  const [isAsking, setIsAsking] = useState(false)
  const card = useRef<HTMLDivElement>(null)
  useRestoredFocus(card, () => card.current?.querySelector('button') ?? card.current)
  const ability = pushAbility()
  return (
    <SettingsCard title="Push auf deinen Geräten">
      <div ref={card} className={styles.content} tabIndex={-1}>
        <AbilityNotice ability={ability} />
        {list.data === undefined ? (
          list.isError ? (
            <LoadFailure onRetry={list.refetch}>{textOf(list.error, LOAD_FAILED)}</LoadFailure>
          ) : (
            <Skeleton className={styles.loading} />
          )
        ) : (
          <DeviceList
            {...list.data}
            now={list.dataUpdatedAt}
            onSwitchOn={ability === 'possible' ? () => setIsAsking(true) : undefined}
          />
        )}
      </div>
      <PushQuestion choices={choices} open={isAsking} onClose={() => setIsAsking(false)} />
    </SettingsCard>
  )
}

function AbilityNotice({ ability }: { ability: PushAbility }) {
  if (ability === 'possible') return null
  if (ability === 'refused')
    return (
      <Notice kind="warning" icon={<BellOff className="icon" aria-hidden />}>
        <b>Dieser Browser lässt keine Mitteilungen zu.</b> Öffne das Schloss neben der Adresse, dann
        „Mitteilungen“, dann „Zulassen“.
      </Notice>
    )
  if (ability === 'installFirst')
    return (
      <Notice icon={<Smartphone className="icon" aria-hidden />}>
        <b>Auf dem iPhone erst installieren.</b> Teilen, „Zum Home-Bildschirm“, dann hier wiederkommen.
      </Notice>
    )
  return (
    <Notice kind="info">Dieser Browser kennt keine Push-Mitteilungen. Hier im Archiv siehst du alles.</Notice>
  )
}

interface DeviceListProps {
  devices: readonly PushDevice[]
  thisDevice: Pick<PushDevice, 'name' | 'deviceType'>
  /** When the list was read, in milliseconds since 1970. */
  now: number
  /** Opens the dialog that switches push messages on; undefined where this browser cannot receive push messages. */
  onSwitchOn: (() => void) | undefined
}

function DeviceList({ devices, thisDevice, now, onSwitchOn }: DeviceListProps) {
  const remove = useRemoveDevice()
  const test = useTestDevice()
  const own = devices.find(({ isThisDevice }) => isThisDevice)
  const others = devices.filter(({ isThisDevice }) => !isThisDevice)
  const removeOne = (device: PushDevice) =>
    remove.mutate(device, {
      onError: (failure) => showToast(textOf(failure, REMOVE_FAILED), { kind: 'error' }),
    })
  const testOwn = (device: PushDevice) =>
    test.mutate(device, {
      onSuccess: () => showToast('Probe ist unterwegs'),
      onError: (failure) => showToast(textOf(failure, TEST_FAILED), { kind: 'error' }),
    })
  return (
    <>
      <ul className={styles.devices}>
        {own ? (
          <Row {...own} state="Dieses Gerät, eingeschaltet">
            <Button kind="ghost" small busy={test.isPending} onClick={() => testOwn(own)}>
              <BellRing className="icon icon-small" aria-hidden />
              Probe
            </Button>
            <RemoveButton device={own} onRemove={removeOne} />
          </Row>
        ) : (
          onSwitchOn && (
            <Row {...thisDevice} state="Dieses Gerät, noch nicht erlaubt">
              <Button kind="tint" small onClick={onSwitchOn}>
                <BellRing className="icon icon-small" aria-hidden />
                Einschalten
              </Button>
            </Row>
          )
        )}
        {others.map((device) => (
          <Row key={device.id} {...device} state={deliveryText(device, now)}>
            <RemoveButton device={device} onRemove={removeOne} />
          </Row>
        ))}
      </ul>
      {own && (
        <Text as="p" size="sm" tone="muted">
          „Probe“ schickt eine Mitteilung an genau dieses Gerät.
        </Text>
      )}
    </>
  )
}

function deliveryText({ lastDeliveredAt }: PushDevice, now: number): string {
  return lastDeliveredAt === null
    ? 'Noch nichts zugestellt'
    : `Zuletzt zugestellt ${formatAgo(lastDeliveredAt, now)}`
}

type RowProps = Pick<PushDevice, 'name' | 'deviceType'> & { state: string; children: ReactNode }

function Row({ name, deviceType, state, children }: RowProps) {
  const Icon = ICONS[deviceType]
  return (
    <li className={styles.device}>
      <Icon className="icon" aria-hidden />
      <div className={styles.text}>
        <Text as="p" weight="semibold" truncate title={name}>
          {name}
        </Text>
        <Text as="p" size="sm" tone="muted">
          {state}
        </Text>
      </div>
      {children}
    </li>
  )
}

function RemoveButton({ device, onRemove }: { device: PushDevice; onRemove: (device: PushDevice) => void }) {
  return (
    <IconButton label={`Push auf „${device.name}“ entfernen`} onClick={() => onRemove(device)}>
      <X className="icon icon-small" aria-hidden />
    </IconButton>
  )
}
