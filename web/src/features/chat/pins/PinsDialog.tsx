import type { ChatMessage } from '@tonarchiv/contract/chat'
import { shownName } from '@tonarchiv/contract/presence'
import PinOff from 'lucide-react/icons/pin-off'
import { AdminMark } from '#features/presence/index.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { Dialog } from '#ui/components/overlays/Dialog.tsx'
import { excerptOf } from '../messages/excerpt.ts'
import { dayLabel, dayOf, timeOf } from '../messages/days.ts'
import { quotedContent } from '../messages/Quote.tsx'
import { useToday } from '../messages/use-today.ts'
import { useConversationChat } from '../state/chat-instance.ts'
import { quoteOf } from '../state/quote.ts'
import styles from './PinsDialog.module.css'

interface PinsDialogProps {
  open: boolean
  pins: readonly ChatMessage[]
  isAdmin: boolean
  onJump: (messageId: string) => void
  onClose: () => void
}

/** All pinned messages; admins can unpin them. */
export function PinsDialog({ open, pins, isAdmin, onJump, onClose }: PinsDialogProps) {
  const chat = useConversationChat()
  const today = useToday()
  return (
    <Dialog open={open} onClose={onClose} title="Angepinnte Nachrichten">
      <ul className={styles.pins}>
        {pins.map((pin) => {
          const text = quotedContent(quoteOf(pin))
          return (
            <li key={pin.id}>
              <button
                type="button"
                className={styles.pin}
                onClick={() => {
                  onClose()
                  onJump(pin.id)
                }}
              >
                <Text size="sm" tone="muted" className={styles.meta}>
                  <Text weight="semibold" truncate dir="auto" className={styles.author}>
                    {shownName(pin)}
                  </Text>
                  <AdminMark userId={pin.userId} />
                  <time dateTime={pin.createdAt}>
                    {dayLabel(dayOf(pin.createdAt), today)}, {timeOf(pin.createdAt)}
                  </time>
                </Text>
                <span className={styles.text} dir="auto">
                  {text}
                </span>
              </button>
              {isAdmin && (
                <IconButton
                  label={`Nicht mehr anpinnen: ${excerptOf(text)}`}
                  onClick={() => chat.pin(pin, false)}
                >
                  <PinOff className="icon" aria-hidden />
                </IconButton>
              )}
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}
