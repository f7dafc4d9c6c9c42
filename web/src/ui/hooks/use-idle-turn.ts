import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * If the browser is never idle, waiting components render after `LONGEST_WAIT` milliseconds, for at most `TURNS_MS`
 * milliseconds at a time.
 */
const LONGEST_WAIT = 500
const TURNS_MS = 8
/** Milliseconds between renders in browsers without requestIdleCallback, such as Safari. */
const PAUSE = 50

/** The callbacks of waiting components, in the order in which they were registered. */
const waiting = new Set<() => void>()
let isRequested = false
/** Moving average of how many milliseconds a component takes to render on this device. */
let cost = 1

/**
 * Whether a component may render its less urgent parts: false at first, true after the browser was idle. Waiting
 * components are released one after the other, so that mounting many of them does not delay a frame.
 * @param canWait - if false, the result is true from the beginning
 */
export function useIdleTurn(canWait: boolean): boolean {
  const [hadTurn, setHadTurn] = useState(!canWait)
  const isWaiting = canWait && !hadTurn
  useEffect(() => {
    if (!isWaiting) return undefined
    const turn = () => setHadTurn(true)
    waiting.add(turn)
    request()
    return () => void waiting.delete(turn)
  }, [isWaiting])
  return !isWaiting
}

function request(): void {
  if (isRequested || waiting.size === 0) return
  isRequested = true
  if (typeof requestIdleCallback === 'undefined') setTimeout(() => takeTurns(withinTurns()), PAUSE)
  else
    requestIdleCallback(
      (deadline) => takeTurns(deadline.didTimeout ? withinTurns() : () => deadline.timeRemaining()),
      { timeout: LONGEST_WAIT },
    )
}

function withinTurns(): () => number {
  const end = performance.now() + TURNS_MS
  return () => end - performance.now()
}

/**
 * Releases waiting components as long as there is time. The factor 2 is needed, because layout and paint in the next
 * frame take about as long as the render.
 */
function takeTurns(timeLeft: () => number): void {
  isRequested = false
  for (const turn of waiting) {
    if (timeLeft() < 2 * cost) break
    waiting.delete(turn)
    const begunAt = performance.now()
    flushSync(turn)
    cost = Math.min((cost + performance.now() - begunAt) / 2, TURNS_MS / 2)
  }
  request()
}
