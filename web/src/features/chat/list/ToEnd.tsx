import ArrowDown from 'lucide-react/icons/arrow-down'
import { Button } from '#ui/components/Button.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { useUnread } from '../reading/unread-store.ts'
import styles from './MessageList.module.css'

/** Leads back to the newest message; says when new ones wait there. */
export function ToEnd({ onPress }: { onPress: () => void }) {
  const hasNew = useUnread(({ count }) => count > 0)
  return (
    <Button
      kind={hasNew ? 'primary' : 'plain'}
      small
      className={classNames(styles['to-end'], !hasNew && styles.quiet)}
      onClick={onPress}
    >
      <ArrowDown className="icon icon-small" aria-hidden />
      {hasNew ? 'neue Nachrichten' : 'Zum Ende'}
    </Button>
  )
}
