import ListMusic from 'lucide-react/icons/list-music'
import ListPlus from 'lucide-react/icons/list-plus'
import ListX from 'lucide-react/icons/list-x'
import type { Track } from '#features/tracks/index.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { showToast } from '#ui/dom/toast.ts'
import { getPlayer } from '../engine/player-instance.ts'
import type { PlayerState } from '../engine/playback/player-state.ts'
import { upcomingOf } from '../order/upcoming.ts'
import { UNDO_DURATION } from './offer-undo.ts'
import { focusQueueButton } from './queue-panel.ts'
import styles from './QueuePanel.module.css'

function clear(): void {
  const restore = getPlayer().clearUpcoming()
  showToast('Warteschlange geleert', {
    icon: ListX,
    duration: UNDO_DURATION,
    action: { label: 'Rückgängig', onPress: restore },
  })
  // The pressed button is removed, so the focus moves to the queue button.
  focusQueueButton()
}

export interface QueueFootProps {
  /** Creates a playlist from these tracks. */
  onSave?: ((tracks: readonly Track[]) => void) | undefined
  /** Adds these tracks to a playlist that the member chooses. */
  onAdd?: ((tracks: readonly Track[]) => void) | undefined
}

/** Buttons for the whole queue: save it as a playlist, add it to a playlist, clear it. */
export function QueueFoot({ onSave, onAdd }: QueueFootProps) {
  return (
    <footer className={styles.foot}>
      {onSave && (
        <Button
          kind="ghost"
          small
          aria-haspopup="dialog"
          onClick={() => onSave(tracksOf(getPlayer().state.getState()))}
        >
          <ListPlus className="icon icon-small" aria-hidden />
          Als Playlist speichern
        </Button>
      )}
      {onAdd && (
        <IconButton
          label="Zur Playlist hinzufügen…"
          aria-haspopup="dialog"
          onClick={() => onAdd(tracksOf(getPlayer().state.getState()))}
        >
          <ListMusic className="icon icon-small" aria-hidden />
        </IconButton>
      )}
      <Button kind="ghost" small className={styles.clear} onClick={clear}>
        <ListX className="icon icon-small" aria-hidden />
        Leeren
      </Button>
    </footer>
  )
}

/** The current track and all upcoming ones, in the order of playing. */
function tracksOf({ track, order }: PlayerState): Track[] {
  const { queued, following } = upcomingOf(order)
  return [...(track ? [track] : []), ...[...queued, ...following].map((entry) => entry.track)]
}
