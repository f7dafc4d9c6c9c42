import { useRef } from 'react'
import { formatAgo, formatDate, formatSize } from '#format.ts'
import { SettingsCard } from '#features/settings/index.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { Switch } from '#ui/components/controls/Switch.tsx'
import { Detail, DetailList } from '#ui/components/content/DetailList.tsx'
import { Notice } from '#ui/components/content/Notice.tsx'
import type { OfflineView } from '../copies/view.ts'
import { CopyRow } from './CopyRow.tsx'
import { daysText } from './lock-texts.ts'
import { LockedCopies } from './LockedCopies.tsx'
import styles from './OfflineSettings.module.css'
import { QuotaShelf } from './QuotaShelf.tsx'

export interface OfflineSettingsProps {
  view: OfflineView
  quotaBytes: number | undefined
  usedBytes: number | undefined
  isPersisted: boolean
  /** The current time in milliseconds since 1970. */
  now: number
  /** Whether the browser reports mobile data; if not, the switch for mobile data is not shown. */
  knowsConnection: boolean
  isWifiOnly: boolean
  onWifiOnly: (isOn: boolean) => void
  onRemove: (keys: readonly string[], text: string) => void
}

/** The tab "Offline" of the settings, with the copies on this device. See docs/product.md §22.3. */
export function OfflineSettings(props: OfflineSettingsProps) {
  const { view, quotaBytes, usedBytes, now } = props
  const freeBytes =
    quotaBytes === undefined || usedBytes === undefined ? undefined : Math.max(0, quotaBytes - usedBytes)
  return (
    <>
      <SettingsCard title="Auf diesem Gerät">
        <p className={styles.quota}>
          {quotaBytes === undefined
            ? `${formatSize(view.receivedBytes)} belegt`
            : `${formatSize(view.receivedBytes)} von ${formatSize(quotaBytes)} belegt`}
        </p>
        <Text as="p" size="md" tone="muted">
          Die Kopien liegen nur in diesem Browser. Andere Konten hier sehen sie nicht, beim Abmelden
          verschwinden sie.
        </Text>
        <QuotaShelf
          {...{ quotaBytes, freeBytes }}
          receivedBytes={view.receivedBytes}
          // While the copies are locked, their titles are not shown.
          collections={view.lockedSince === undefined ? view.collections : []}
        />
        {view.daysLeft !== undefined && <Notice kind="warning">{daysText(view.daysLeft)}</Notice>}
      </SettingsCard>
      <Copies {...props} />
      <SettingsCard title="Laden">
        {props.knowsConnection && (
          <div className={styles.choice}>
            <div>
              <Text as="p" weight="semibold" aria-hidden>
                Nur im WLAN
              </Text>
              <Text as="p" size="sm" tone="muted">
                Über mobile Daten wartet das Laden
              </Text>
            </div>
            <Switch checked={props.isWifiOnly} onChange={props.onWifiOnly}>
              <span className="sr">Nur im WLAN</span>
            </Switch>
          </div>
        )}
        <DetailList>
          {view.lastContactAt !== undefined && (
            <Detail name="Letzter Kontakt mit dem Archiv">
              {formatAgo(new Date(view.lastContactAt).toISOString(), now)}
            </Detail>
          )}
          {view.locksAt !== undefined && (
            <Detail name="Gesperrt ohne Kontakt ab">{formatDate(new Date(view.locksAt))}</Detail>
          )}
          <Detail name="Bei Platzmangel">
            {props.isPersisted ? 'bleiben die Kopien' : 'darf der Browser Kopien löschen'}
          </Detail>
        </DetailList>
      </SettingsCard>
    </>
  )
}

function Copies({ view, onRemove }: OfflineSettingsProps) {
  const { collections, lockedSince } = view
  const list = useRef<HTMLUListElement>(null)
  const remove = (place: number, key: string, title: string) => {
    onRemove([key], `„${title}“ entfernt`)
    // The next render removes the row with the pressed button, so the focus moves to the next row or, after the last
    // one, to the previous row.
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? [])]
    const next = buttons[place + 1] ?? buttons[place - 1] ?? list.current
    next?.focus()
  }
  return (
    <SettingsCard
      title="Kopien"
      {...(collections.length === 0 && { hint: 'Auf diesem Gerät liegt noch nichts.' })}
      aside={
        collections.length > 1 ? (
          <Button
            kind="ghost"
            small
            onClick={() => {
              const keys = collections.map(({ key }) => key)
              onRemove(keys, `${keys.length} Kopien entfernt`)
              // The pressed button is removed together with the rows, so the focus moves to the list.
              list.current?.focus()
            }}
          >
            Alle entfernen
          </Button>
        ) : undefined
      }
    >
      {lockedSince === undefined ? (
        <ul className={styles.list} ref={list} tabIndex={-1}>
          {collections.map((collection, place) => (
            <CopyRow
              key={collection.key}
              collection={collection}
              onRemove={() => remove(place, collection.key, collection.title)}
            />
          ))}
        </ul>
      ) : (
        <LockedCopies since={lockedSince} />
      )}
    </SettingsCard>
  )
}
