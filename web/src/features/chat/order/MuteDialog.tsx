import { MUTE_HOURS, RESTRICTION_REASON_MAX_LENGTH } from '@tonarchiv/contract/chat-order'
import { shownName, type Person } from '@tonarchiv/contract/presence'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatNumber } from '#format.ts'
import { PersonAvatar, usePeople } from '#features/presence/index.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { Notice } from '#ui/components/content/Notice.tsx'
import { Dialog } from '#ui/components/overlays/Dialog.tsx'
import { TextField } from '#ui/components/fields/Field.tsx'
import { ToggleGroup } from '#ui/components/controls/ToggleGroup.tsx'
import { showToast } from '#ui/dom/toast.ts'
import { recordQuery, useRestrict } from './api.ts'
import { fullTime } from './end-of-restriction.ts'
import styles from './Order.module.css'

const HOUR = 60 * 60 * 1000
const LENGTHS = [
  { value: '1', label: '1 Stunde' },
  { value: '24', label: '1 Tag' },
  { value: '168', label: '7 Tage' },
] as const
type Length = (typeof LENGTHS)[number]['value']

interface MuteDialogProps {
  /** The member to mute; undefined while the dialog is closed. */
  person: Person | undefined
  onClose: () => void
}

/** The dialog „… stummschalten“, in which an admin mutes a member. */
export function MuteDialog({ person, onClose }: MuteDialogProps) {
  const [shown, setShown] = useState(person)
  // The dialog keeps its content during the closing animation.
  if (person !== undefined && person !== shown) setShown(person)
  if (shown === undefined) return null
  return <Mute key={shown.id} open={person !== undefined} person={shown} onClose={onClose} />
}

function Mute({ open, person, onClose }: { open: boolean; person: Person; onClose: () => void }) {
  const [length, setLength] = useState<Length>('24')
  const [reason, setReason] = useState('')
  const [now] = useState(Date.now)
  const restrict = useRestrict()
  const name = shownName(person)
  const hours = MUTE_HOURS.find((each) => String(each) === length) ?? 24
  const mute = () =>
    restrict.mutate(
      { user: person, wanted: { kind: 'mute', hours, reason } },
      {
        onSuccess: ({ until }) => {
          onClose()
          showToast(`${name} ist stumm${until === null ? '' : ` bis ${fullTime(until)}`}`)
        },
      },
    )
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`${name} stummschalten`}
      footer={
        <>
          <Button onClick={onClose}>Abbrechen</Button>
          <Button kind="danger-solid" busy={restrict.isPending} onClick={mute}>
            Stummschalten
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <Subject person={person} />
        <div className={styles.length}>
          <p aria-hidden>Wie lange?</p>
          <ToggleGroup
            label="Wie lange?"
            shared
            hasInitialFocus
            value={length}
            options={LENGTHS}
            onChange={setLength}
          />
          <p className={styles.until}>
            Bis {fullTime(new Date(now + hours * HOUR).toISOString())}. Lesen und Musik hören geht weiter.
          </p>
        </div>
        <TextField
          label={`Grund (steht im Protokoll und bei ${name})`}
          maxLength={RESTRICTION_REASON_MAX_LENGTH}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        {restrict.isError && (
          <Notice kind="danger">Stummschalten hat nicht geklappt. Es gilt noch nichts.</Notice>
        )}
      </div>
    </Dialog>
  )
}

/**
 * The member whom a dialog concerns, with facts on which the admin can base the decision, such as „2 Meldungen in 30
 * Tagen, noch nie stumm“.
 */
export function Subject({ person }: { person: Person }) {
  const { data } = useQuery(recordQuery(person.id))
  const isOnline = usePeople(({ byId }) => byId.get(person.id)?.isOnline === true)
  return (
    <div className={styles.subject}>
      <PersonAvatar photoURL={person.photoURL} isOnline={isOnline} size={40} />
      <div>
        <p>
          <b dir="auto">{shownName(person)}</b>
        </p>
        <p className={styles.record}>
          {data && (
            <>
              {data.reported === 1 ? '1 Meldung' : `${formatNumber(data.reported)} Meldungen`} in 30 Tagen,{' '}
              {data.mutes === 0
                ? 'noch nie stumm'
                : data.mutes === 1
                  ? 'schon einmal stumm'
                  : `schon ${formatNumber(data.mutes)}-mal stumm`}
            </>
          )}
        </p>
      </div>
    </div>
  )
}
