import X from 'lucide-react/icons/x'
import { flushSync } from 'react-dom'
import type { TrackKey } from '#features/tracks/index.ts'
import { getPlayer } from '../engine/player-instance.ts'
import { offerUndo } from './offer-undo.ts'
import { focusQueueButton } from './queue-panel.ts'
import type { QueueRow } from './queue-rows.ts'

/** Label and icon of the menu item that removes rows from the queue. */
export const REMOVAL = {
  label: 'Aus der Warteschlange entfernen',
  icon: <X className="icon" aria-hidden />,
} as const

export type TrackRow = Exclude<QueueRow, { kind: 'heading' }>

export function trackRows(rows: readonly QueueRow[]): TrackRow[] {
  return rows.filter((row) => row.kind !== 'heading')
}

export function isUpcoming({ kind }: TrackRow): boolean {
  return kind === 'queued' || kind === 'following'
}

/**
 * Removes upcoming rows by their keys, and shows a toast that can undo that. If the focused element was removed, the
 * queue button gets the focus.
 */
export function removeRows(keys: readonly string[]): void {
  const restore = flushSync(() => getPlayer().removeUpcoming(keys))
  offerUndo({ count: keys.length, restore })
  if (document.activeElement === document.body) focusQueueButton()
}

/** The action that removes the selected rows, of which only upcoming ones can be removed. */
export function queueRemoval(rows: readonly TrackRow[]) {
  return {
    ...REMOVAL,
    of: (keys: ReadonlySet<TrackKey>) => {
      const removed = rows.filter((row) => isUpcoming(row) && keys.has(row.key)).map(({ key }) => key)
      return removed.length === 0 ? undefined : () => removeRows(removed)
    },
  }
}
