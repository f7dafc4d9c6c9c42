import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import type { ReactNode } from 'react'
import { classNames } from '#ui/dom/class-names.ts'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { Spinner } from '#ui/components/controls/Spinner.tsx'
import { NextButton, useIsIdle, useIsWaiting } from './controls.tsx'
import { NowPlayingCover, NowPlayingText } from './NowPlaying.tsx'
import styles from './PhoneBar.module.css'
import { ResumeOffer, useHasOffer } from './ResumeOffer.tsx'
import { isSounding, percentPlayed } from '../engine/playback/player-state.ts'
import { QueueButton } from '../queue/QueueButton.tsx'
import { getPlayer, usePlayer } from '../engine/player-instance.ts'

interface PhoneBarProps {
  actions?: ReactNode
  /** The whole player shows. */
  isExpanded: boolean
  onExpand: () => void
}

/** The player bar on phones: a thin progress bar above one row; the row opens the large player. */
export function PhoneBar({ actions, isExpanded, onExpand }: PhoneBarProps) {
  const hasOffer = useHasOffer()
  const hasTrack = usePlayer(({ track }) => track !== undefined)
  return (
    <section id="player" data-player tabIndex={-1} className={styles.bar} aria-label="Player">
      <ProgressBar />
      {hasOffer ? (
        <ResumeOffer coverWidth={44} />
      ) : (
        <>
          <button
            type="button"
            className={styles.open}
            aria-haspopup="dialog"
            aria-expanded={isExpanded}
            disabled={!hasTrack}
            onClick={onExpand}
          >
            <span className="sr">Player öffnen:</span>
            <NowPlayingCover width={44} />
            <NowPlayingText />
          </button>
          <span className={styles.actions}>{actions}</span>
          <QueueButton />
        </>
      )}
      <SmallPlayButton />
      {!hasOffer && <NextButton iconClassName="icon-large" />}
    </section>
  )
}

function ProgressBar() {
  const played = usePlayer(percentPlayed)
  return <span className={styles.line} style={{ scale: `${played / 100} 1` }} aria-hidden />
}

function SmallPlayButton() {
  const isSoundingNow = usePlayer(({ status }) => isSounding(status))
  const isIdle = useIsIdle()
  const isWaiting = useIsWaiting()
  const Icon = isSoundingNow ? Pause : Play
  return (
    <IconButton
      label={isSoundingNow ? 'Pause' : 'Abspielen'}
      aria-busy={isWaiting || undefined}
      disabled={isIdle}
      onClick={() => getPlayer().toggle()}
    >
      <span className={classNames(styles.state, isWaiting && styles.waiting)}>
        <Icon className={classNames('icon icon-large', styles.solid)} aria-hidden />
        {isWaiting && (
          <span>
            <Spinner />
          </span>
        )}
      </span>
    </IconButton>
  )
}
