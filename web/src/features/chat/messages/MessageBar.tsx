import type { ChatMessage } from '@tonarchiv/contract/chat'
import { shownName } from '@tonarchiv/contract/presence'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Reply from 'lucide-react/icons/reply'
import SmilePlus from 'lucide-react/icons/smile-plus'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { EmojiGlyph } from '../reactions/EmojiGlyph.tsx'
import { useRecentEmojis } from '../reactions/recent-emojis.ts'
import { messageExcerpt } from './excerpt.ts'
import styles from './MessageBar.module.css'
import { pressedInBar } from './message-keys.ts'
import type { RowActions } from './row-actions.ts'

/** Number of emojis in the bar. */
const QUICK = 2

interface MessageBarProps {
  message: ChatMessage
  /** Whether the message has the pointer or the focus; otherwise only the button of the menu is mounted. */
  isActive: boolean
  actions: RowActions
}

/** The actions of a message, beside it. Its buttons are reached with the arrow keys. */
export function MessageBar({ message, isActive, actions }: MessageBarProps) {
  const name = shownName(message)
  return (
    <div
      className={styles.bar}
      role="toolbar"
      aria-label={`Nachricht von ${name}`}
      tabIndex={-1}
      // The list of messages is a live region, in which changes of the bar would be announced as well.
      aria-live="off"
      data-bar
      onKeyDown={pressedInBar}
    >
      {isActive && (
        <>
          <QuickReactions ownId={actions.ownId} onReact={(emoji) => actions.onReact(message, emoji)} />
          <IconButton
            label="Reagieren"
            tabIndex={-1}
            aria-haspopup="dialog"
            onClick={({ currentTarget }) => actions.onPicker(message, currentTarget)}
          >
            <SmilePlus className="icon" aria-hidden />
          </IconButton>
          <span className={styles.separator} aria-hidden />
          <IconButton label="Antworten" tabIndex={-1} onClick={() => actions.onReply(message)}>
            <Reply className="icon" aria-hidden />
          </IconButton>
        </>
      )}
      <IconButton
        label={`Weitere Aktionen: Nachricht von ${name}, ${messageExcerpt(message)}`}
        title="Weitere Aktionen"
        tabIndex={-1}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => actions.onMenu(message, currentTarget)}
      >
        <Ellipsis className="icon" aria-hidden />
      </IconButton>
    </div>
  )
}

function QuickReactions({ ownId, onReact }: { ownId: string; onReact: (emoji: string) => void }) {
  const recent = useRecentEmojis(ownId)
  return recent.slice(0, QUICK).map((emoji) => (
    <IconButton key={emoji} label={`Mit ${emoji} reagieren`} tabIndex={-1} onClick={() => onReact(emoji)}>
      <EmojiGlyph emoji={emoji} className={styles.emoji} />
    </IconButton>
  ))
}
