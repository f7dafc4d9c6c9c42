import { SLOW_MODE_MAX_SECONDS } from '@tonarchiv/contract/chat-order'
import { useState } from 'react'
import { textOf } from '#client/api-error.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { Notice } from '#ui/components/content/Notice.tsx'
import { Dialog } from '#ui/components/overlays/Dialog.tsx'
import { Slider } from '#ui/components/controls/Slider.tsx'
import { useSetSlowMode } from './api.ts'
import styles from './Order.module.css'

const STEP = 5
const LABEL = 'Abstand zwischen zwei Nachrichten eines Mitglieds'

interface SlowModeDialogProps {
  open: boolean
  /** The present least time between two messages of a member, in seconds; 0 without slow mode. */
  seconds: number
  onClose: () => void
}

/** The dialog in which an admin sets the slow mode: the least time between two messages of a member. */
export function SlowModeDialog({ open, seconds, onClose }: SlowModeDialogProps) {
  const [value, setValue] = useState(seconds)
  const [wasOpen, setWasOpen] = useState(open)
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) setValue(seconds)
  }
  const set = useSetSlowMode()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Langsamer Modus"
      footer={
        <>
          <Button onClick={onClose}>Abbrechen</Button>
          <Button
            kind="primary"
            busy={set.isPending}
            onClick={() => set.mutate(value, { onSuccess: onClose })}
          >
            Speichern
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <div className={styles.length}>
          <p aria-hidden>{LABEL}</p>
          <div className={styles.seconds}>
            <Slider
              label={LABEL}
              value={value}
              max={SLOW_MODE_MAX_SECONDS}
              step={STEP}
              keyStep={STEP}
              valueText={`${value} Sekunden`}
              accent
              hasInitialFocus
              onChange={setValue}
            />
            <b>{value} s</b>
          </div>
          <p className={styles.until}>0 bis 300 Sekunden, 0 schaltet ihn aus. Gilt nicht für Admins.</p>
        </div>
        {set.isError && <Notice kind="danger">{textOf(set.error, 'Speichern hat nicht geklappt.')}</Notice>}
      </div>
    </Dialog>
  )
}
