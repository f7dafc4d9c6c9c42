import ListX from 'lucide-react/icons/list-x'
import { dismissToast, isToastOpen, showToast } from '#ui/dom/toast.ts'

/** Milliseconds within which a removal can be undone. */
export const UNDO_DURATION = 8000

interface Removal {
  count: number
  restore: () => void
}

let offered: (Removal & { toast: number }) | undefined

/**
 * Shows a toast that can undo a removal from the queue. If the toast of an earlier removal is still open, the new toast
 * undoes both.
 */
export function offerUndo(removal: Removal): void {
  const open = offered && isToastOpen(offered.toast) ? offered : undefined
  if (open) dismissToast(open.toast)
  const count = (open?.count ?? 0) + removal.count
  const restore = () => {
    removal.restore()
    open?.restore()
  }
  const toast = showToast(`${count} Titel entfernt`, {
    icon: ListX,
    duration: UNDO_DURATION,
    returns: true,
    action: { label: 'Rückgängig', onPress: restore },
  })
  offered = { count, restore, toast }
}
