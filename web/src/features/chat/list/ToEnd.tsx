import ArrowDown from 'lucide-react/icons/arrow-down'
import { Button } from '#ui/components/controls/Button.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { useUnread } from '../reading/unread-store.ts'
import styles from './MessageList.module.css'

/** A button that scrolls to the newest message. Its label says whether there are new ones. */
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
