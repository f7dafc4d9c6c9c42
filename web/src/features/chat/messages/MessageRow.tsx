import { ROOM_ID, type ChatMessage } from '@tonarchiv/contract/chat'
import Flag from 'lucide-react/icons/flag'
import Trash2 from 'lucide-react/icons/trash-2'
import { memo } from 'react'
import { imageUrl } from '#client/media.ts'
import { shownName } from '@tonarchiv/contract/presence'
import { Avatar } from '#ui/components/images/Avatar.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import { openReport } from './report-dialog.ts'
import { useConversationId } from '../state/conversation-context.ts'
import { timeOf } from './days.ts'
import { messageExcerpt } from './excerpt.ts'
import styles from './Message.module.css'
import { MessageBubble } from './MessageBubble.tsx'
import { OutgoingBubble } from './OutgoingBubble.tsx'
import type { Row } from './rows.ts'
import { useLongPress } from './use-long-press.ts'

export interface RowActions {
  ownId: string
  /** Admins may delete every message. */
  isAdmin: boolean
  onDelete: (message: ChatMessage) => void
  /** Called on a long press on a message. */
  onMenu: (message: ChatMessage, at: { x: number; y: number }) => void
  onProfile: (userId: string) => void
  onCancel: (clientId: string) => void
}

/** A row of the chat. */
export const ChatRow = memo(function ChatRow({ row, ...actions }: { row: Row } & RowActions) {
  switch (row.kind) {
    case 'day':
      return (
        <div className={styles.day}>
          <span>{row.label}</span>
        </div>
      )
    case 'unread':
      return (
        <div className={classNames(styles.day, styles.unread)} data-unread>
          <span>Neue Nachrichten</span>
        </div>
      )
    case 'outgoing':
      return (
        <div className={classNames(styles.message, styles.own)}>
          <OutgoingBubble outgoing={row.outgoing} onCancel={actions.onCancel} />
        </div>
      )
    default:
      return <Message row={row} {...actions} />
  }
})

function Message({
  row: { message, isOwn, isContinued },
  ownId,
  isAdmin,
  onDelete,
  onMenu,
  onProfile,
}: { row: Extract<Row, { kind: 'message' }> } & RowActions) {
  const { userId, createdAt, photoURL } = message
  const name = shownName(message)
  const mayDelete = isOwn || isAdmin
  const isRoom = useConversationId() === ROOM_ID
  const longPress = useLongPress((at) => onMenu(message, at))
  return (
    <article
      className={classNames(styles.message, isOwn && styles.own, isContinued && styles.continued)}
      aria-label={`${name}, ${timeOf(createdAt)}`}
      data-message={message.id}
      {...longPress}
    >
      {!isOwn && (isContinued ? <span /> : <Face {...{ userId, name, photoURL, onProfile }} />)}
      <div className={styles.body}>
        {!isOwn && !isContinued && (
          <Text as="p" size="sm" tone="faint" className={styles.meta}>
            <Text weight="semibold" truncate className={styles.name} dir="auto">
              {name}
            </Text>
            <time dateTime={createdAt}>{timeOf(createdAt)}</time>
          </Text>
        )}
        <div className={styles.connection}>
          <MessageBubble message={message} ownId={ownId} />
          {mayDelete && (
            <IconButton
              label={`Nachricht von ${name} löschen: ${messageExcerpt(message)}`}
              className={styles.delete}
              data-deletes
              onClick={() => onDelete(message)}
            >
              <Trash2 className="icon icon-small" aria-hidden />
            </IconButton>
          )}
          {!mayDelete && userId !== null && isRoom && (
            <IconButton
              label={`Nachricht von ${name} melden: ${messageExcerpt(message)}`}
              className={styles.delete}
              onClick={() => openReport(message)}
            >
              <Flag className="icon icon-small" aria-hidden />
            </IconButton>
          )}
        </div>
        {isOwn && (
          <Text as="p" size="sm" tone="faint" className={styles.foot}>
            <time dateTime={createdAt}>{timeOf(createdAt)}</time>
          </Text>
        )}
      </div>
    </article>
  )
}

interface FaceProps extends Pick<ChatMessage, 'userId' | 'photoURL'>, Pick<RowActions, 'onProfile'> {
  name: string
}

/** The author's avatar. It opens their profile, unless the account was deleted. */
function Face({ userId, name, photoURL, onProfile }: FaceProps) {
  const image = <Avatar src={photoURL && imageUrl(photoURL)} size={36} />
  if (userId === null) return image
  return (
    <button
      type="button"
      className={styles.face}
      aria-label={`Profil von ${name} öffnen`}
      onClick={() => onProfile(userId)}
    >
      {image}
    </button>
  )
}
