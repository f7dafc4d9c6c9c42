import type { ChatMessage } from '@tonarchiv/contract/chat'
import CheckCheck from 'lucide-react/icons/check-check'
import { memo, useState } from 'react'
import { imageUrl } from '#client/media.ts'
import { shownName } from '@tonarchiv/contract/presence'
import { PersonName } from '#features/presence/index.ts'
import { Avatar } from '#ui/components/images/Avatar.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { Reactions } from '../reactions/Reactions.tsx'
import { timeOf } from './days.ts'
import { Edited } from './Edited.tsx'
import { pressedOnMessage } from './message-keys.ts'
import styles from './Message.module.css'
import { MessageBar } from './MessageBar.tsx'
import { MessageBubble } from './MessageBubble.tsx'
import { OutgoingBubble } from './OutgoingBubble.tsx'
import { isBySystem } from './rights.ts'
import { UploadLine } from './UploadLine.tsx'
import { useIsSeen } from '../reading/seen.ts'
import type { RowActions } from './row-actions.ts'
import type { MessageRow, Row } from './rows.ts'
import { useLongPress } from './use-long-press.ts'

interface ChatRowProps {
  row: Row
  /** Whether the message is highlighted after a jump to it. */
  isMarked?: boolean
  /** Whether Tab reaches this message; arrow keys reach the others. */
  isTabStop?: boolean
  /** Whether the actions are mounted while the message is not active. */
  hasBars?: boolean
  actions: RowActions
}

/** A row of the chat. */
export const ChatRow = memo(function ChatRow({
  row,
  isMarked = false,
  isTabStop = false,
  hasBars = true,
  actions,
}: ChatRowProps) {
  switch (row.kind) {
    case 'day':
      return (
        <div className={styles.day}>
          <span>{row.label}</span>
        </div>
      )
    case 'unread':
      return (
        // An `hr` element cannot contain the text.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        <div className={styles.unread} role="separator" aria-label="Neue Nachrichten" data-unread>
          <span aria-hidden>Neu</span>
        </div>
      )
    case 'line':
      return <div className={styles.line}>{row.line.content}</div>
    case 'outgoing':
      return (
        <div className={classNames(styles.message, styles.own)}>
          <OutgoingBubble outgoing={row.outgoing} onCancel={actions.onCancel} />
        </div>
      )
    default:
      return <Message {...{ row, isMarked, isTabStop, hasBars, actions }} />
  }
})

interface MessageProps extends Required<Omit<ChatRowProps, 'row'>> {
  row: MessageRow
}

function Message({ row, isMarked, isTabStop, hasBars, actions }: MessageProps) {
  const { message, isOwn, isContinued, isFollowed } = row
  const { createdAt, editedAt } = message
  const { ownId } = actions
  const isToOwn = !isOwn && message.mentions.some(({ userId }) => userId === ownId)
  const active = useActive()
  const isSeen = useIsSeen(message.id)
  const longPress = useLongPress((at) => actions.onMenu(message, at))
  const time = <time dateTime={createdAt}>{timeOf(createdAt)}</time>
  const edited = editedAt !== null && <Edited {...{ message, editedAt, actions }} />
  return (
    // Arrow keys move between messages, and letters act on the focused one.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <article
      className={classNames(
        styles.message,
        isOwn && styles.own,
        isContinued && styles.continued,
        isToOwn && styles.addressed,
        isMarked && styles.marked,
      )}
      aria-label={`${shownName(message)}, ${timeOf(createdAt)}`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={isTabStop ? 0 : -1}
      data-message={message.id}
      data-own={isOwn || undefined}
      {...longPress}
      {...active.handlers}
      onKeyDown={(event) => pressedOnMessage(event, message, actions)}
    >
      {!isOwn &&
        (isContinued ? (
          <Text size="sm" tone="faint" className={styles.aside}>
            {time}
          </Text>
        ) : (
          <Portrait message={message} onProfile={actions.onProfile} />
        ))}
      <div className={styles.body}>
        {!isOwn && !isContinued && (
          <Text as="p" size="sm" tone="faint" className={styles.meta}>
            {isBySystem(message) && message.card !== null ? (
              <UploadLine message={message} card={message.card} />
            ) : (
              <PersonName
                id={message.userId}
                displayName={message.displayName}
                username={message.username}
                isTabStop={false}
                className={styles.name}
              />
            )}
            {time}
            {edited}
          </Text>
        )}
        <div className={styles.connection}>
          <MessageBubble message={message} ownId={ownId} onJump={actions.onJump} />
          {(hasBars || active.isActive) && (
            <MessageBar message={message} isActive={active.isActive} actions={actions} />
          )}
        </div>
        <Reactions
          message={message}
          ownId={ownId}
          onReact={(emoji) => actions.onReact(message, emoji)}
          onPicker={(anchor) => actions.onPicker(message, anchor)}
          onReactors={(emoji, anchor) => actions.onReactors(message, emoji, anchor)}
        />
        {!isOwn && isContinued && edited && (
          <Text as="p" size="sm" tone="faint" className={styles.foot}>
            {edited}
          </Text>
        )}
        {isOwn && (!isFollowed || edited || isSeen) && (
          <Text as="p" size="sm" tone="faint" className={styles.foot}>
            {isSeen && (
              <span className={styles.seen}>
                <CheckCheck className="icon" aria-hidden />
                <span>Gelesen</span>
                <span aria-hidden>·</span>
              </span>
            )}
            {edited && <>{edited} ·</>}
            {time}
          </Text>
        )}
      </div>
    </article>
  )
}

/** Whether the mouse is over an element or the focus is in it. */
function useActive() {
  const [hasPointer, setHasPointer] = useState(false)
  const [hasFocus, setHasFocus] = useState(false)
  return {
    isActive: hasPointer || hasFocus,
    handlers: {
      onPointerEnter: ({ pointerType }: React.PointerEvent) => setHasPointer(pointerType === 'mouse'),
      onPointerLeave: () => setHasPointer(false),
      onFocus: () => setHasFocus(true),
      onBlur: ({ currentTarget, relatedTarget }: React.FocusEvent) =>
        setHasFocus(currentTarget.contains(relatedTarget)),
    },
  }
}

/** The author's avatar. It opens their profile, unless the account was deleted. */
function Portrait({ message, onProfile }: { message: ChatMessage } & Pick<RowActions, 'onProfile'>) {
  const { userId, photoURL } = message
  const image = <Avatar src={photoURL && imageUrl(photoURL)} size={36} />
  if (userId === null) return image
  return (
    <button
      type="button"
      className={styles.face}
      aria-label={`Profil von ${shownName(message)} öffnen`}
      onClick={() => onProfile(userId)}
    >
      {image}
    </button>
  )
}
