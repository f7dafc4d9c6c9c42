import type { ChatOrder } from '@tonarchiv/contract/chat-order'
import MicOff from 'lucide-react/icons/mic-off'
import { useState } from 'react'
import { Button } from '#ui/components/controls/Button.tsx'
import { Dialog } from '#ui/components/overlays/Dialog.tsx'
import { EmptyState } from '#ui/components/content/EmptyState.tsx'
import { fullTime } from './end-of-restriction.ts'
import styles from './Order.module.css'

/** Takes the place of the composer while the member is muted. */
export function MutedNotice({ mute: { until, reason } }: { mute: NonNullable<ChatOrder['mute']> }) {
  const [isAsked, setIsAsked] = useState(false)
  return (
    <div className={styles.muted}>
      <div>
        <MicOff className="icon" aria-hidden />
        <output>
          Du bist stumm{until !== null && <b> bis {fullTime(until)}</b>}.
          {reason !== '' && ` Grund: ${reason}${/[.!?]$/.test(reason) ? '' : '.'}`}
        </output>
        <Button small kind="ghost" onClick={() => setIsAsked(true)}>
          Warum?
        </Button>
      </div>
      <Dialog open={isAsked} onClose={() => setIsAsked(false)} title="Warum bist du stumm?" width="narrow">
        <p>
          Ein Admin hat dich im Chat stummgeschaltet. Lesen und Musik hören geht weiter, und danach kannst du
          wieder schreiben. Bei Fragen wende dich an einen Admin.
        </p>
      </Dialog>
    </div>
  )
}

/** Takes the place of the room for a member who is banned from it. */
export function BannedNotice() {
  return (
    <EmptyState title="Du bist aus dem Chat ausgeschlossen" level={1}>
      Musik, Favoriten und Nachrichten an Freunde bleiben dir. Bei Fragen wende dich an einen Admin.
    </EmptyState>
  )
}
