import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import { openKeyDialog } from '#features/access-keys/index.ts'
import { hasAccess, useUser } from '#features/auth/index.ts'
import { formatTime } from '#format.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { usePlayer } from '../engine/player-instance.ts'
import styles from './SeekBar.module.css'

/** Whether the account may not play the current track, for example after its access key was withdrawn. */
export function useIsLocked(): boolean {
  const hasTrack = usePlayer(({ track }) => track !== undefined)
  const user = useUser()
  return hasTrack && user !== undefined && !hasAccess(user)
}

/** Shown instead of the seek bar for a track that the account may not play. */
export function LockedSeekBar({ length }: { length: string }) {
  return (
    <>
      <span className={styles.time}>{formatTime(0)}</span>
      <div className={styles.locked}>
        <LockKeyhole className="icon icon-small" aria-hidden />
        <span className="truncate">Dieser Track ist exklusiv</span>
        <Button kind="ink" small className={styles.key} onClick={openKeyDialog}>
          Zugangsschlüssel eingeben
        </Button>
      </div>
      <span className={styles.time}>{length}</span>
    </>
  )
}
