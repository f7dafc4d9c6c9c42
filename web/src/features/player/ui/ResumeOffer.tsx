import Play from 'lucide-react/icons/play'
import X from 'lucide-react/icons/x'
import { formatTime } from '#format.ts'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { showToast } from '#ui/dom/toast.ts'
import { useDevices } from '../devices/devices-store.ts'
import { getPlayer, usePlayer } from '../engine/player-instance.ts'
import { setResumeOffer, useResumeOffer } from '../engine/play-state/resume-offer.ts'
import { NowPlayingCover } from './NowPlaying.tsx'
import styles from './ResumeOffer.module.css'

/** Milliseconds within which discarding the saved state can be undone. */
const UNDO_DURATION = 8000

/** Whether the player offers to continue with a saved state. */
export function useHasOffer(): boolean {
  const hasTrack = usePlayer(({ track }) => track !== undefined)
  const isControlling = useDevices(({ role }) => role.name === 'controlling')
  return useResumeOffer(({ offer }) => offer !== undefined) && hasTrack && !isControlling
}

/**
 * The offer "Weiterhören": the saved track, its position, and the device that has played it. One press continues
 * playback.
 */
export function ResumeOffer({ coverWidth }: { coverWidth: number }) {
  const title = usePlayer(({ track }) => track?.title ?? '')
  const seconds = usePlayer(({ positionSeconds }) => positionSeconds)
  const device = useResumeOffer(({ offer }) => offer?.device)
  const where = `bei ${formatTime(seconds)}${device === undefined ? '' : ` · ${device}`}`
  return (
    <>
      <button type="button" className={styles.offer} onClick={() => getPlayer().toggle()}>
        <span className={styles.cover}>
          <NowPlayingCover width={coverWidth} />
          <span className={styles.play}>
            <Play className="icon" aria-hidden />
          </span>
        </span>
        <span className={styles.text}>
          <span className={styles.title}>Weiterhören: {title}</span>{' '}
          <span className={styles.where}>{where}</span>
        </span>
      </button>
      <IconButton label="Gespeicherten Stand verwerfen" onClick={discard}>
        <X className="icon icon-small" aria-hidden />
      </IconButton>
    </>
  )
}

function discard(): void {
  const player = getPlayer()
  const { order, positionSeconds } = player.state.getState()
  const { offer } = useResumeOffer.getState()
  player.stop()
  document.querySelector<HTMLElement>('#player')?.focus()
  showToast('Gespeicherter Stand verworfen', {
    icon: X,
    duration: UNDO_DURATION,
    action: {
      label: 'Rückgängig',
      onPress() {
        // The listener may have chosen another track since the state was discarded.
        if (player.state.getState().track) return
        player.restore({ order, positionSeconds })
        setResumeOffer(offer)
      },
    },
  })
}
