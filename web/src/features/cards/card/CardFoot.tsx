import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import type { ReactNode } from 'react'
import { Spinner } from '#ui/components/controls/Spinner.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import styles from './CardFoot.module.css'

interface CardFootProps {
  /** The accessible name of the button that plays. */
  label: string
  /** The text on that button. */
  text: string
  isPlaying?: boolean
  isLoading?: boolean
  /** Undefined when nothing can be played. */
  onPlay: (() => void) | undefined
  /** The playing time, as it is shown. */
  length: string
  /** Further buttons. */
  children?: ReactNode
}

/** The last line of a card: the button that plays, further buttons, and the length. */
export function CardFoot({
  label,
  text,
  isPlaying = false,
  isLoading = false,
  onPlay,
  length,
  children,
}: CardFootProps) {
  const Icon = isPlaying ? Pause : Play
  return (
    <div className={styles.foot}>
      <button
        type="button"
        className={classNames(styles.play, isPlaying && styles.playing)}
        aria-label={label}
        aria-busy={isLoading || undefined}
        disabled={onPlay === undefined}
        onClick={isLoading ? undefined : onPlay}
      >
        {isLoading ? <Spinner onFill /> : <Icon className={styles.icon} aria-hidden />}
        <span>{text}</span>
      </button>
      <span className={styles.leader} aria-hidden />
      {children}
      <span className={styles.length}>{length}</span>
    </div>
  )
}
