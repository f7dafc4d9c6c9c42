import type { AlbumPremiere } from '@tonarchiv/contract/premieres'
import BellRing from 'lucide-react/icons/bell-ring'
import { useRef, useState } from 'react'
import { Text } from '#ui/components/base/Text.tsx'
import { Surface } from '#ui/components/base/Surface.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { NoticeBox } from '#ui/components/content/NoticeBox.tsx'
import { ConfirmDialog } from '#ui/components/overlays/ConfirmDialog.tsx'
import { useKeptFocus } from '#ui/hooks/use-kept-focus.ts'
import { formatNumber } from '#format.ts'
import { useServerNow } from '../parts/use-server-now.ts'
import type { ServerTime } from '../time/server-time.ts'
import { wallTimeOf } from '../time/zoned-time.ts'
import { useAlbumPremiere, useChangePremiere, type PremiereChange } from './album-premiere.ts'
import { PremiereDateFields, type PremiereValues } from './PremiereDateFields.tsx'
import styles from './PremiereFields.module.css'

/**
 * The card with which an admin moves the premiere of an album, calls it off, or publishes the album immediately.
 * Renders nothing if the album is already open or has no premiere.
 */
export function PremiereSettingsCard({ albumId }: { albumId: string }) {
  const card = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  // A change of the premiere disables or removes the button that was pressed, or replaces the whole form.
  useKeptFocus(card, { fallback: () => heading.current ?? document.getElementById('main') })
  const { data } = useAlbumPremiere(albumId)
  if (!data?.premiere || data.premiere.isOpen) return null
  const { premiere, timeZone, time } = data
  return (
    <Surface
      padding="roomy"
      as="section"
      ref={card}
      className={styles.card}
      aria-labelledby="premiere-settings"
    >
      <div>
        <h2 id="premiere-settings" ref={heading} tabIndex={-1}>
          Premiere
        </h2>
        <Text as="p" size="sm" tone="muted">
          {premiere.opensAt === null
            ? 'Abgesagt. Nur Admins sehen das Album.'
            : 'Erst ab diesem Zeitpunkt zu hören, für alle gleichzeitig.'}
        </Text>
      </div>
      <SettingsForm key={premiere.opensAt ?? ''} {...{ albumId, premiere, timeZone, time }} />
    </Surface>
  )
}

interface SettingsFormProps {
  albumId: string
  premiere: AlbumPremiere
  timeZone: string
  time: ServerTime
}

function SettingsForm({ albumId, premiere, timeZone, time }: SettingsFormProps) {
  const { opensAt, isCovered, isAnnounced, reminders } = premiere
  const [values, setValues] = useState<PremiereValues>(() => ({
    ...(opensAt === null ? { date: '', time: '20:00' } : wallTimeOf(opensAt, timeZone)),
    opensAt: opensAt ?? undefined,
    isCovered,
    isAnnounced: false,
  }))
  const [asked, setAsked] = useState<'cancel' | 'open'>()
  const { mutate, isPending, variables, error } = useChangePremiere(albumId)
  const change = (wanted: PremiereChange) => {
    setAsked(undefined)
    mutate(wanted)
  }
  const now = useServerNow(time)
  const isMoved = values.opensAt !== opensAt || values.isCovered !== isCovered
  const announces = values.isAnnounced && !isAnnounced
  const isChanged = values.opensAt !== undefined && Date.parse(values.opensAt) > now && (isMoved || announces)
  return (
    <>
      {reminders > 0 && (
        <>
          <NoticeBox icon={<BellRing className="icon" aria-hidden />}>
            {reminders === 1
              ? '1 Mitglied möchte Bescheid bekommen.'
              : `${formatNumber(reminders)} möchten Bescheid bekommen.`}
          </NoticeBox>
          <Text as="p" size="sm" tone="muted">
            {`Ein anderes Datum verschiebt die Premiere, ${reminders === 1 ? 'das Mitglied erfährt' : `die ${formatNumber(reminders)} erfahren`} es.`}
          </Text>
        </>
      )}
      <PremiereDateFields
        values={values}
        onChange={setValues}
        {...{ timeZone, time }}
        error={error === null ? undefined : error.message}
        disabled={isPending}
        wasAnnounced={isAnnounced}
      />
      <div className={styles.actions}>
        {opensAt !== null && (
          <Button
            kind="danger"
            disabled={isPending}
            aria-haspopup="dialog"
            onClick={() => setAsked('cancel')}
          >
            Premiere absagen…
          </Button>
        )}
        <Button disabled={isPending} aria-haspopup="dialog" onClick={() => setAsked('open')}>
          Jetzt veröffentlichen…
        </Button>
        <Button
          kind="primary"
          disabled={!isChanged}
          busy={isPending && variables?.name === 'set'}
          onClick={() => {
            if (values.opensAt !== undefined)
              change({
                name: 'set',
                opensAt: values.opensAt,
                isCovered: values.isCovered,
                ...(announces && { isAnnounced: true }),
              })
          }}
        >
          {opensAt === null ? 'Premiere ansetzen' : announces && !isMoved ? 'Ankündigen' : 'Verschieben'}
        </Button>
      </div>
      <ConfirmDialog
        open={asked === 'cancel'}
        title="Premiere absagen?"
        confirm="Absagen"
        onConfirm={() => change({ name: 'cancel' })}
        onCancel={() => setAsked(undefined)}
      >
        {`${informedText(reminders)}Das Album bleibt für Admins da, der Premierenabend wird geschlossen.`}
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === 'open'}
        title="Jetzt veröffentlichen?"
        confirm="Veröffentlichen"
        onConfirm={() => change({ name: 'open' })}
        onCancel={() => setAsked(undefined)}
      >
        Alle können das Album sofort hören. Wer im Warteraum ist, hört es gleich mit den anderen.
      </ConfirmDialog>
    </>
  )
}

function informedText(count: number): string {
  if (count === 0) return ''
  return count === 1
    ? '1 Mitglied bekommt Bescheid. '
    : `${formatNumber(count)} Mitglieder bekommen Bescheid. `
}
