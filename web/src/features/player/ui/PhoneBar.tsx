import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import { use, useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { openKeyDialog } from '#features/access-keys/index.ts'
import { classNames } from '#ui/dom/class-names.ts'
import { dragToOpen } from '#ui/dom/drag-to-open.ts'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { Spinner } from '#ui/components/controls/Spinner.tsx'
import { NextButton, useIsIdle, useIsWaiting, usePlayLook } from '../controls/controls.tsx'
import { PlayerRoomContext } from '../engine/player-room.ts'
import { NowPlayingCover, NowPlayingText } from './NowPlaying.tsx'
import styles from './PhoneBar.module.css'
import { ResumeOffer, useHasOffer } from './ResumeOffer.tsx'
import { percentPlayed } from '../engine/playback/player-state.ts'
import { QueueButton } from '../queue/QueueButton.tsx'
import { getPlayer, usePlayer } from '../engine/player-instance.ts'
import { useVisiblePlayer } from '../engine/visible-state.ts'
import { closeLargeView, openLargeView, useLargeView } from '../large/large-view.ts'
import { useIsLocked } from '../seek/LockedSeekBar.tsx'

interface PhoneBarProps {
  actions?: ReactNode
}

/** The player bar on phones: a thin progress bar and one row. Pressing the row or swiping up opens the large view. */
export function PhoneBar({ actions }: PhoneBarProps) {
  const hasOffer = useHasOffer()
  const hasTrack = usePlayer(({ track }) => track !== undefined)
  const isExpanded = useLargeView(({ isOpen }) => isOpen) && hasTrack
  const isLocked = useIsLocked()
  const bar = useSwipeUp(hasTrack && !hasOffer)
  return (
    <section id="player" data-player tabIndex={-1} ref={bar} className={styles.bar} aria-label="Player">
      <ProgressBar isCovered={isExpanded} />
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
            onClick={openLargeView}
          >
            <span className="sr">Großansicht öffnen:</span>
            <span data-bar-cover>
              <NowPlayingCover width={44} />
            </span>
            <NowPlayingText />
          </button>
          <span className={styles.actions}>{actions}</span>
          <QueueButton />
        </>
      )}
      {isLocked ? <KeyButton /> : <SmallPlayButton />}
      {!hasOffer && <NextButton iconClassName="icon-large" />}
    </section>
  )
}

function useSwipeUp(isOn: boolean): RefObject<HTMLElement | null> {
  const bar = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!isOn || !bar.current) return undefined
    return dragToOpen(bar.current, {
      open: openLargeView,
      close: closeLargeView,
      find: () => document.querySelector<HTMLElement>('[data-large-view]'),
    })
  }, [isOn])
  return bar
}

function ProgressBar({ isCovered }: { isCovered: boolean }) {
  const played = useVisiblePlayer(percentPlayed, isCovered)
  return <span className={styles.line} style={{ scale: `${played / 100} 1` }} aria-hidden />
}

/** Replaces the play button for a track that the account may not play. */
function KeyButton() {
  return (
    <IconButton label="Zugangsschlüssel eingeben" onClick={openKeyDialog}>
      <LockKeyhole className="icon icon-large" aria-hidden />
    </IconButton>
  )
}

function SmallPlayButton() {
  const isPremiere = use(PlayerRoomContext)?.isPremiere === true
  const { label, Icon, isInert } = usePlayLook()
  const isIdle = useIsIdle()
  const isWaiting = useIsWaiting()
  return (
    <IconButton
      label={label}
      aria-busy={isWaiting || undefined}
      aria-disabled={isInert || undefined}
      className={isInert ? styles.inert : undefined}
      disabled={isIdle}
      onClick={() => {
        if (!isInert) getPlayer().toggle()
      }}
    >
      <span className={classNames(styles.state, isWaiting && styles.waiting)}>
        <Icon className={classNames('icon icon-large', !isPremiere && styles.solid)} aria-hidden />
        {isWaiting && (
          <span>
            <Spinner />
          </span>
        )}
      </span>
    </IconButton>
  )
}
