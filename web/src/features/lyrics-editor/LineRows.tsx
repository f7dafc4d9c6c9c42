import Play from 'lucide-react/icons/play'
import Timer from 'lucide-react/icons/timer'
import X from 'lucide-react/icons/x'
import { memo, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { newLine, SHIFT_MS, shiftedLine, withStart, withText, type DraftLine } from './draft.ts'
import styles from './LineRows.module.css'
import { replaced, tappedAt } from './tapping.ts'
import { timeOfText, timeText } from './time-text.ts'
import type { ChangeDraft } from './use-lyrics-edit.ts'
import type { TrackPlayback } from './use-track-playback.ts'

interface LineRowsProps {
  lines: readonly DraftLine[]
  /** The index of the line that is sung at the current position; -1 for none. */
  current: number
  /** `bad`: the index of a line that begins before an earlier line. `badId`: the id of the error text about it. */
  bad: number | undefined
  badId: string
  /** Controls the playback; undefined for a track that cannot be played. */
  playback: TrackPlayback | undefined
  offsetMs: number
  change: ChangeDraft
}

/** The rows of the editor: the lines of a draft with their times. */
export function LineRows({ lines, current, bad, badId, playback, offsetMs, change }: LineRowsProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const focused = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (focused.current === undefined) return
    body.current?.querySelector<HTMLElement>(`[data-line="${focused.current}"] [data-text]`)?.focus()
    focused.current = undefined
  })
  const focus = (key: number) => {
    focused.current = key
  }
  const [chosen, setChosen] = useState<number>()
  const actions = useRowActions({ lines, playback, offsetMs, change, focus, choose: setChosen })
  useCurrentInView(body, lines[current]?.key)
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col" className={styles.number}>
            <abbr title="Nummer">#</abbr>
          </th>
          <th scope="col" className={styles.time}>
            Zeit
          </th>
          <th scope="col">Zeile</th>
          <th scope="col" className={styles.actions}>
            <span className="sr">Aktionen</span>
          </th>
        </tr>
      </thead>
      <tbody ref={body}>
        {lines.map((line, index) => (
          <LineRow
            key={line.key}
            line={line}
            number={index + 1}
            isCurrent={index === current}
            isChosen={line.key === chosen}
            badId={index === bad ? badId : undefined}
            canPlay={playback !== undefined}
            actions={actions}
          />
        ))}
      </tbody>
    </table>
  )
}

type RowActions = ReturnType<typeof useRowActions>

interface RowActionsOptions extends Pick<LineRowsProps, 'lines' | 'playback' | 'offsetMs' | 'change'> {
  focus: (key: number) => void
  choose: (key: number) => void
}

/** Returns handlers whose identities stay the same, so that a change renders only the row that it affects. */
function useRowActions(options: RowActionsOptions) {
  const latest = useRef(options)
  useLayoutEffect(() => {
    latest.current = options
  })
  const [actions] = useState(() => ({
    choose: ({ key }: DraftLine) => latest.current.choose(key),
    put: (line: DraftLine) =>
      latest.current.change((edit) => ({ ...edit, lines: replaced(edit.lines, line) })),
    /** Sets the time of a line to the current position of the player. */
    setNow(line: DraftLine) {
      const { playback, offsetMs, change } = latest.current
      if (playback?.isCurrent() === true)
        change((edit) => tappedAt(edit, line.key, playback.seconds() * 1000 - offsetMs))
      else playback?.toggle()
    },
    play: ({ startMs = 0 }: DraftLine) => latest.current.playback?.playFrom(startMs / 1000 - 1),
    addBelow(line: DraftLine) {
      const added = newLine()
      latest.current.focus(added.key)
      latest.current.change((edit) => ({
        ...edit,
        lines: edit.lines.flatMap((one) => (one.key === line.key ? [one, added] : [one])),
      }))
    },
    remove(line: DraftLine) {
      const { lines, focus, change } = latest.current
      const index = lines.indexOf(line)
      const last = newLine()
      focus((lines[index + 1] ?? lines[index - 1] ?? last).key)
      change((edit) => {
        const rest = edit.lines.filter(({ key }) => key !== line.key)
        return { ...edit, lines: rest.length === 0 ? [last] : rest }
      })
    },
  }))
  return actions
}

/** Scrolls the row of the current line into view, unless a field has the focus. */
function useCurrentInView(body: React.RefObject<HTMLElement | null>, key: number | undefined): void {
  useLayoutEffect(() => {
    const row = body.current?.querySelector(`[data-line="${key}"]`)
    if (!row || body.current?.querySelector('input:focus')) return
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    row.scrollIntoView({ block: 'nearest', behavior: isCalm ? 'instant' : 'smooth' })
  }, [body, key])
}

interface LineRowProps {
  line: DraftLine
  number: number
  isCurrent: boolean
  /**
   * Whether this row was the last one with the focus. On phones only that row shows its remove button, so that the
   * other rows have room for their text.
   */
  isChosen: boolean
  /** The id of the error text, for a line that begins before an earlier line. */
  badId: string | undefined
  canPlay: boolean
  actions: RowActions
}

const LineRow = memo(({ line, number, isCurrent, isChosen, badId, canPlay, actions }: LineRowProps) => {
  const shift = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    actions.put(shiftedLine(line, event.key === 'ArrowUp' ? SHIFT_MS : -SHIFT_MS))
  }
  return (
    <tr
      data-line={line.key}
      className={classNames(
        styles.row,
        isCurrent && styles.current,
        isChosen && styles.chosen,
        badId !== undefined && styles.bad,
      )}
      aria-current={isCurrent || undefined}
      onFocus={() => actions.choose(line)}
    >
      <td className={styles.number}>{number}</td>
      <td>
        <TimeField
          {...{ line, number, badId }}
          onShift={shift}
          onTime={(ms) => actions.put(withStart(line, ms))}
        />
      </td>
      <td>
        <input
          data-text
          className={styles.text}
          lang=""
          autoComplete="off"
          placeholder="Pause"
          aria-label={`Text von Zeile ${number}`}
          value={line.text}
          onChange={({ currentTarget }) => actions.put(withText(line, currentTarget.value))}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return shift(event)
            event.preventDefault()
            return actions.addBelow(line)
          }}
        />
      </td>
      <td className={styles.actions}>
        <RowButtons {...{ line, number, canPlay, actions }} />
      </td>
    </tr>
  )
})

function RowButtons({
  line,
  number,
  canPlay,
  actions,
}: Pick<LineRowProps, 'line' | 'number' | 'canPlay' | 'actions'>) {
  return (
    <>
      <IconButton
        label={`Ab Zeile ${number} abspielen`}
        disabled={!canPlay || line.startMs === undefined}
        onClick={() => actions.play(line)}
      >
        <Play className="icon icon-small" aria-hidden />
      </IconButton>
      <IconButton
        label={`Zeit von Zeile ${number} auf jetzt setzen`}
        className={styles.extra}
        disabled={!canPlay}
        onClick={() => actions.setNow(line)}
      >
        <Timer className="icon icon-small" aria-hidden />
      </IconButton>
      <IconButton
        label={`Zeile ${number} löschen`}
        className={styles.remove}
        onClick={() => actions.remove(line)}
      >
        <X className="icon icon-small" aria-hidden />
      </IconButton>
    </>
  )
}

interface TimeFieldProps extends Pick<LineRowProps, 'line' | 'number' | 'badId'> {
  onShift: (event: KeyboardEvent) => void
  onTime: (ms: number | undefined) => void
}

/** A field for the time of a line. The typed time is applied when the field is left or Enter is pressed. */
function TimeField({ line, number, badId, onShift, onTime }: TimeFieldProps) {
  const [typed, setTyped] = useState<string>()
  const [isInvalid, setIsInvalid] = useState(false)
  const hintId = `line-${line.key}-time`
  const commit = () => {
    if (typed === undefined) return
    const ms = timeOfText(typed)
    setIsInvalid(ms === null)
    if (ms === null) return
    setTyped(undefined)
    onTime(ms)
  }
  return (
    <>
      <input
        className={styles.field}
        autoComplete="off"
        inputMode="decimal"
        maxLength={12}
        placeholder="–:––"
        aria-label={`Zeit von Zeile ${number}`}
        aria-invalid={isInvalid || badId !== undefined || undefined}
        aria-describedby={isInvalid ? hintId : badId}
        value={typed ?? timeText(line.startMs)}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit()
          else onShift(event)
        }}
      />
      {isInvalid && (
        <p id={hintId} className={styles.hint}>
          Schreib 1:22,15
        </p>
      )}
    </>
  )
}
