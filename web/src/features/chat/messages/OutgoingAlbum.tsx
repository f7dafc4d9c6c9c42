import type { ReactNode } from 'react'
import { textOf } from '#client/api-error.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { Progress } from '#ui/components/controls/Progress.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { useConversationChat } from '../state/chat-instance.ts'
import { hasFailed, type OutgoingMessage } from '../state/outgoing.ts'
import grid from './ImageGrid.module.css'
import styles from './Message.module.css'

/** An own message with several images that is being sent: each with its progress, rejected ones with their reason. */
export function OutgoingAlbum({ outgoing, children }: { outgoing: OutgoingMessage; children: ReactNode }) {
  const chat = useConversationChat()
  const { clientId, media, uploads } = outgoing
  const rejected = media.flatMap(({ address, file }, index) => {
    const upload = uploads[index]
    if (upload === undefined || !hasFailed(upload)) return []
    const name = file instanceof File ? `Bild ${index + 1}, ${file.name}` : `Bild ${index + 1}`
    return { address, name, reason: textOf(upload.failure, 'Das Bild wurde nicht angenommen') }
  })
  return (
    <figure className={classNames(styles.bubble, grid.album)}>
      <ul className={grid.tiles} aria-label="Bilder dieser Nachricht">
        {media.map(({ address }, index) => {
          const { share = 0 } = uploads[index] ?? {}
          return (
            <li key={address} className={grid.tile}>
              <img src={address} alt={`Dein Bild ${index + 1} von ${media.length}`} />
              {share < 1 && <Progress label={`Bild ${index + 1} hochgeladen`} value={share} />}
            </li>
          )
        })}
      </ul>
      {rejected.length > 0 && (
        <ul className={grid.rejected} aria-label="Nicht angenommene Bilder">
          {rejected.map(({ address, name, reason }) => (
            <li key={address}>
              <Text size="sm" tone="danger" className={grid.reason}>
                {name}: {reason}
              </Text>
              <Button
                small
                aria-label={`Erneut versuchen: ${name}`}
                onClick={() => chat.repeatUpload(clientId, address)}
              >
                Erneut versuchen
              </Button>
              <Button
                small
                kind="ghost"
                aria-label={`Weglassen: ${name}`}
                onClick={() => chat.leaveOut(clientId, address)}
              >
                Weglassen
              </Button>
            </li>
          ))}
        </ul>
      )}
      {children && <figcaption dir="auto">{children}</figcaption>}
    </figure>
  )
}
