/** The output that shows progress: a bar in a terminal, otherwise a line at intervals. */
export interface Screen {
  isTTY?: boolean
  columns?: number
  write(text: string): unknown
}

export interface Progress {
  /** Shows the progress. `note` is a text that follows the figures. */
  show(done: number, inAll: number, note: string): void
  /** Ends the progress and leaves the last state visible. */
  end(): void
  /** Seconds since the start. */
  seconds(): number
}

const BAR_MS = 100
const LINE_MS = 5000
const BAR_LENGTH = 28

export function showProgress(screen: Screen, now: () => number = () => performance.now()): Progress {
  const isBar = screen.isTTY === true
  const start = now()
  let shownAt = Number.NEGATIVE_INFINITY
  let last = ''
  const seconds = () => (now() - start) / 1000
  return {
    seconds,
    show: (done, inAll, note) => {
      last = stateOf(done, inAll, note, seconds())
      if (now() - shownAt < (isBar ? BAR_MS : LINE_MS)) return
      shownAt = now()
      screen.write(isBar ? `\r${fitted(last, screen.columns)}\u001B[K` : `${last}\n`)
    },
    end: () => {
      if (last !== '') screen.write(isBar ? `\r${fitted(last, screen.columns)}\u001B[K\n` : `${last}\n`)
    },
  }
}

function stateOf(done: number, inAll: number, note: string, seconds: number): string {
  const share = inAll === 0 ? 1 : Math.min(1, done / inAll)
  const filled = Math.round(share * BAR_LENGTH)
  const rate = seconds > 0 ? done / seconds : 0
  const left = rate > 0 ? clock((inAll - done) / rate) : '–'
  const bar = '█'.repeat(filled) + '░'.repeat(BAR_LENGTH - filled)
  const percent = `${Math.floor(share * 100)} %`.padStart(5)
  return `${bar} ${percent}  ${done}/${inAll} files  ${Math.round(rate)}/s  ${left} left  ${note}`
}

function fitted(line: string, columns = 80): string {
  return line.length < columns ? line : line.slice(0, Math.max(0, columns - 1))
}

/** Formats as m:ss, from one hour on as h:mm:ss. */
function clock(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  const two = (value: number) => String(value).padStart(2, '0')
  const minutes = Math.floor(whole / 60)
  return minutes < 60
    ? `${minutes}:${two(whole % 60)}`
    : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(whole % 60)}`
}
