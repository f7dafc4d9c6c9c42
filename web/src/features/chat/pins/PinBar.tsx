import type { ChatMessage } from '@tonarchiv/contract/chat'
import type { User } from '@tonarchiv/contract/users'
import ChevronDown from 'lucide-react/icons/chevron-down'
import Pin from 'lucide-react/icons/pin'
import { useState } from 'react'
import { AdminMark, useDistinctName } from '#features/presence/index.ts'
import { classNames } from '#ui/dom/class-names.ts'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { quotedContent } from '../messages/Quote.tsx'
import { quoteOf } from '../state/quote.ts'
import { useShownPins } from '../state/shown.ts'
import styles from './PinBar.module.css'
import { PinsDialog } from './PinsDialog.tsx'

/** Maximum number of ticks. */
const TICKS_MAX = 5

interface PinBarProps {
  user: User
  onJump: (messageId: string) => void
}

/** One of the pinned messages. A press shows it in the list, and the next one in the bar. */
export function PinBar({ user, onJump }: PinBarProps) {
  const pins = useShownPins(user.id)
  const [presses, setPresses] = useState(0)
  const [isOpen, setIsOpen] = useState(false)
  const index = pins.length === 0 ? 0 : presses % pins.length
  const pin = pins[index]
  const ticks = Math.min(pins.length, TICKS_MAX)
  const text = pin ? quotedContent(quoteOf(pin)) : ''
  return (
    <>
      {pin && (
        <section className={styles.bar} aria-label="Angepinnte Nachrichten">
          <Pin className={classNames('icon icon-small', styles.icon)} aria-hidden />
          <button
            type="button"
            className={styles.open}
            onClick={() => {
              setPresses(index + 1)
              onJump(pin.id)
            }}
          >
            <span className="sr">{`Angepinnt, ${index + 1} von ${pins.length}: `}</span>
            <span className={styles.ticks} aria-hidden>
              {Array.from({ length: ticks }, (_, tick) => (
                <i
                  key={tick}
                  className={classNames(tick === Math.floor((index * ticks) / pins.length) && styles.on)}
                />
              ))}
            </span>
            <PinAuthor pin={pin} />
            <span className={classNames(styles.text, 'truncate')} dir="auto">
              {text}
            </span>
            <span className="sr"> Zur Nachricht springen</span>
          </button>
          <IconButton
            label="Alle angepinnten Nachrichten"
            aria-haspopup="dialog"
            onClick={() => setIsOpen(true)}
          >
            <ChevronDown className="icon" aria-hidden />
          </IconButton>
        </section>
      )}
      <PinsDialog
        open={isOpen && pins.length > 0}
        pins={pins}
        isAdmin={user.isAdmin}
        onJump={onJump}
        onClose={() => setIsOpen(false)}
      />
    </>
  )
}

/** The name of the member who has written the message. */
function PinAuthor({ pin }: { pin: ChatMessage }) {
  const name = useDistinctName(pin)
  return (
    <span className={styles.author}>
      <span className="truncate" dir="auto">
        {name}
      </span>
      <AdminMark userId={pin.userId} />
    </span>
  )
}
