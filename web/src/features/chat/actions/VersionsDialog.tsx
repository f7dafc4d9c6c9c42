import type { ChatMessage } from '@tonarchiv/contract/chat'
import { listVersions } from '@tonarchiv/contract/chat-changes'
import { useQuery } from '@tanstack/react-query'
import { textOf } from '#client/api-error.ts'
import { call } from '#client/call.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { LoadFailure } from '#ui/components/content/LoadFailure.tsx'
import { Skeleton } from '#ui/components/content/Skeleton.tsx'
import { Dialog } from '#ui/components/overlays/Dialog.tsx'
import { timeOf } from '../messages/days.ts'
import styles from './VersionsDialog.module.css'

interface VersionsDialogProps {
  /** The message whose texts are shown; without one the dialog is closed. */
  message: ChatMessage | undefined
  onClose: () => void
}

/** The texts that a message has had, for admins. */
export function VersionsDialog({ message, onClose }: VersionsDialogProps) {
  return (
    <Dialog open={message !== undefined} onClose={onClose} title="Verlauf der Nachricht">
      {message && <Versions message={message} />}
    </Dialog>
  )
}

function Versions({ message: { id, editedAt } }: { message: ChatMessage }) {
  const { data, error, isError, refetch } = useQuery({
    queryKey: ['chat', 'versions', id, editedAt],
    queryFn: ({ signal }) => call(listVersions, { params: { id } }, { signal }),
    gcTime: 0,
  })
  if (isError)
    return (
      <LoadFailure onRetry={refetch}>{textOf(error, 'Der Verlauf konnte nicht geladen werden')}</LoadFailure>
    )
  if (!data) return <Skeleton width="100%" height="4rem" />
  return (
    <ol className={styles.versions}>
      {data.versions.map(({ content, writtenAt }) => (
        <li key={writtenAt}>
          <Text as="p" size="sm" tone="muted">
            <time dateTime={writtenAt}>{timeOf(writtenAt)}</time>
          </Text>
          <p className={styles.text} dir="auto">
            {content}
          </p>
        </li>
      ))}
    </ol>
  )
}
