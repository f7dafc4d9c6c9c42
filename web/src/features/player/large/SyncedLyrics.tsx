import type { TimedLine } from '@tonarchiv/contract/lyrics-text'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { memo, useMemo, useRef } from 'react'
import { formatTime } from '#format.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { getPlayer } from '../engine/player-instance.ts'
import { useVisiblePlayer } from '../engine/visible-state.ts'
import { currentLine, filledDots, lyricsRows, type LyricsRow } from './current-line.ts'
import styles from './Lyrics.module.css'
import { useSungLength } from './sung-words.ts'
import { useFollowing } from './use-following.ts'

type Time = 'past' | 'now' | 'next' | 'later'

/**
 * Lyrics with a time for each line. The current line is highlighted and kept in view. A press on a line seeks to its
 * time.
 */
export function SyncedLyrics({ lines }: { lines: readonly TimedLine[] }) {
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useMemo(() => lyricsRows(lines), [lines])
  const current = useVisiblePlayer(({ positionSeconds }) => currentLine(lines, positionSeconds))
  const { isFollowing, follow } = useFollowing(scroller, current, findRow)
  const next = rows.find(({ kind, index }) => kind === 'line' && index > current)
  return (
    <div className={styles.frame}>
      <div className={styles.scroller} ref={scroller} data-lyrics>
        <ol className={styles.lines} lang="">
          {rows.map((row) => (
            <Row key={row.index} row={row} time={timeOf(row, current, next)} />
          ))}
        </ol>
      </div>
      {!isFollowing && (
        <Button small kind="inverse" className={styles.follow} onClick={follow}>
          <ArrowUp className="icon icon-small" aria-hidden />
          Zur aktuellen Zeile
        </Button>
      )}
    </div>
  )
}

function timeOf(row: LyricsRow, current: number, next: LyricsRow | undefined): Time {
  if (row.index === current) return 'now'
  if (row.index < current) return 'past'
  return row === next ? 'next' : 'later'
}

function findRow(scroller: HTMLElement, index: number): HTMLElement | null {
  return scroller.querySelector(`[data-row="${index}"]`)
}

const Row = memo(({ row, time }: { row: LyricsRow; time: Time }) => {
  const isNow = time === 'now'
  if (row.kind === 'gap') return <li className={styles.gap} data-row={row.index} aria-hidden />
  if (row.kind === 'pause') return <Pause pause={row} isNow={isNow} />
  const { startMs, text } = row.line
  return (
    <li
      className={classNames(styles.row, styles[time], row.line.words.length > 0 && styles.worded)}
      aria-current={isNow || undefined}
      data-row={row.index}
    >
      <button
        type="button"
        className={styles.line}
        aria-label={`Ab ${formatTime(startMs / 1000)}: ${text}`}
        onClick={() => getPlayer().seekToSeconds(startMs / 1000)}
      >
        {isNow && row.line.words.length > 0 ? <SungWords line={row.line} /> : text}
      </button>
    </li>
  )
})

/** The current line; the words that have been sung are highlighted. */
function SungWords({ line }: { line: TimedLine }) {
  const length = useSungLength(line)
  return (
    <>
      <span className={styles.sung}>{line.text.slice(0, length)}</span>
      {line.text.slice(length)}
    </>
  )
}

type PauseRow = Extract<LyricsRow, { kind: 'pause' }>

function Pause({ pause, isNow }: { pause: PauseRow; isNow: boolean }) {
  return (
    <li className={styles.pause} data-row={pause.index} aria-hidden>
      {isNow ? <Dots pause={pause} /> : null}
    </li>
  )
}

function Dots({ pause }: { pause: PauseRow }) {
  const filled = useVisiblePlayer(({ positionSeconds }) => filledDots(pause, positionSeconds))
  return [1, 2, 3].map((dot) => (
    <span key={dot} className={classNames(styles.dot, dot <= filled && styles.filled)} />
  ))
}
