import { endDevice, logoutAll, type Device } from '@tonarchiv/contract/auth'
import type { TrustedDevice } from '@tonarchiv/contract/factors'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import LogOut from 'lucide-react/icons/log-out'
import Monitor from 'lucide-react/icons/monitor'
import Smartphone from 'lucide-react/icons/smartphone'
import Tablet from 'lucide-react/icons/tablet'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { textOf } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import { Problem, type Refused, refusedBy } from '#features/auth/index.ts'
import { formatDate } from '#format.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { ConfirmDialog } from '#ui/components/overlays/ConfirmDialog.tsx'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { showToast } from '#ui/dom/toast.ts'
import { useRestoredFocus } from '#ui/hooks/use-restored-focus.ts'
import { Tag } from '#ui/components/content/Tag.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import styles from './Devices.module.css'
import { DeviceName } from './DeviceName.tsx'
import { devicesQuery } from './devices-api.ts'
import { ownDevice, whenUsed } from '../form/own-device.ts'
import { factorsQuery, useDistrustDevice } from '../factors/api.ts'
import { SettingsCard } from '../form/SettingsCard.tsx'
import cards from '../form/SettingsCard.module.css'

const ICONS = { mobile: Smartphone, tablet: Tablet, desktop: Monitor } as const
const DISTRUST_FAILED = 'Das Gerät konnte nicht geändert werden'
const END_FAILED = 'Das Gerät konnte nicht abgemeldet werden'

interface DeviceRowProps {
  device: Device
  /** When the list was read, in milliseconds since 1970. */
  now: number
  /**
   * Whether the device can be renamed. It cannot if the list could not be loaded, so that only this device is shown.
   */
  canRename: boolean
  /** Ends the session; undefined if it cannot be ended here. */
  onEnd: (() => void) | undefined
  /** Set if the device is trusted, so that a login on it requires no code after the password. */
  trusted: TrustedDevice | undefined
  onDistrust: (trusted: TrustedDevice) => void
}

function DeviceRow({ device, now, canRename, onEnd, trusted, onDistrust }: DeviceRowProps) {
  const { name, browser, type, lastUsed, isCurrent } = device
  const Icon = ICONS[type]
  return (
    <li className={styles.device}>
      <Icon className="icon" aria-hidden />
      <div className={styles.text}>
        <Text as="p" weight="semibold" truncate title={name}>
          {name}
        </Text>
        <Text as="p" size="sm" tone="muted">
          {name !== browser && `${browser} · `}Zuletzt genutzt {whenUsed(lastUsed, now, formatDate)}
          {trusted && `, vertraut bis ${formatDate(trusted.until)}`}
        </Text>
      </div>
      {isCurrent && <Tag kind="success">Dieses Gerät</Tag>}
      {trusted && <Distrust name={name} onPress={() => onDistrust(trusted)} />}
      {canRename && <DeviceName device={device} />}
      {!isCurrent && (
        <IconButton label={`${name} abmelden`} disabled={onEnd === undefined} onClick={onEnd}>
          <LogOut className="icon icon-small" aria-hidden />
        </IconButton>
      )}
    </li>
  )
}

/** A trusted device that is not signed in any more. */
function TrustedRow({ trusted, onDistrust }: { trusted: TrustedDevice; onDistrust: () => void }) {
  const Icon = ICONS[trusted.type]
  return (
    <li className={styles.device}>
      <Icon className="icon" aria-hidden />
      <div className={styles.text}>
        <Text as="p" weight="semibold" truncate title={trusted.name}>
          {trusted.name}
        </Text>
        <Text as="p" size="sm" tone="muted">
          Nicht angemeldet, vertraut bis {formatDate(trusted.until)}
        </Text>
      </div>
      <Distrust name={trusted.name} onPress={onDistrust} />
    </li>
  )
}

function Distrust({ name, onPress }: { name: string; onPress: () => void }) {
  return (
    <Button small kind="ghost" aria-label={`${name} nicht mehr vertrauen`} onClick={onPress}>
      Nicht mehr vertrauen
    </Button>
  )
}

/** The trusted devices of the account, and a function that ends the trust in one of them. */
function useTrustedDevices() {
  const { data } = useQuery(factorsQuery)
  const distrust = useDistrustDevice()
  return {
    trustedDevices: data?.trustedDevices ?? [],
    onDistrust: (trusted: TrustedDevice) =>
      distrust.mutate(trusted, {
        onSuccess: () => showToast('Dieses Gerät braucht wieder einen Code'),
        onError: (failure) => showToast(textOf(failure, DISTRUST_FAILED), { kind: 'error' }),
      }),
  }
}

/** Functions that end one session or all others. After too many attempts, nothing can be ended for some time. */
function useEndDevices() {
  const queries = useQueryClient()
  const [problem, setProblem] = useState<Refused>()
  const shared = {
    onMutate: () => setProblem(undefined),
    onError: (failure: Error) =>
      setProblem(refusedBy(failure, textOf(failure, END_FAILED), () => setProblem(undefined))),
    onSettled: () => void queries.invalidateQueries({ queryKey: devicesQuery.queryKey }),
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

/** For links to `#geraete`, focuses the heading. It does so after the shell has focused the beginning of the page. */
function useLinkedHeading() {
  const heading = useRef<HTMLHeadingElement>(null)
  const { hash, key } = useLocation()
  const link = hash === '#geraete' ? key : undefined
  useEffect(() => {
    if (link === undefined) return undefined
    const frame = requestAnimationFrame(() => heading.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [link])
  return heading
}

/**
 * The devices on which the account is signed in. One session can be ended, or all others at once. See docs/product.md
 * §5.3.
 */
export function Devices() {
  const [isConfirming, setIsConfirming] = useState(false)
  const { end, endOthers, problem, isWaiting } = useEndDevices()
  const list = useQuery(devicesQuery)
  const heading = useLinkedHeading()
  const { trustedDevices, onDistrust } = useTrustedDevices()
  const rows = useRef<HTMLUListElement>(null)
  useRestoredFocus(rows, () => heading.current)
  const now = list.data === undefined ? list.errorUpdatedAt : list.dataUpdatedAt
  const devices = list.data?.devices ?? (list.isError ? [ownDevice(navigator.userAgent, new Date(now))] : [])
  return (
    <SettingsCard title="Geräte" headingRef={heading}>
      <ul ref={rows} className={styles.devices} aria-busy={list.isPending}>
        {devices.map((device) => (
          <DeviceRow
            key={device.id}
            device={device}
            now={now}
            canRename={list.data !== undefined}
            onEnd={isWaiting ? undefined : () => end.mutate(device.id)}
            trusted={trustedDevices.find(({ sessionId }) => sessionId === device.id)}
            onDistrust={onDistrust}
          />
        ))}
        {trustedDevices
          .filter(({ sessionId }) => !devices.some(({ id }) => id === sessionId))
          .map((trusted) => (
            <TrustedRow key={trusted.id} trusted={trusted} onDistrust={() => onDistrust(trusted)} />
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
        Alle anderen Geräte und alle Apps werden sofort abgemeldet; Apps brauchen danach ein neues
        App-Passwort. Dieses Gerät bleibt angemeldet.
      </ConfirmDialog>
    </SettingsCard>
  )
}
