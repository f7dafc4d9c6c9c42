import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Milliseconds after which turns are taken even if the browser is never idle, and how long these may take. */
const LONGEST_WAIT = 500
const TURNS_MS = 8
/** Milliseconds until the next turns where the browser does not tell when it is idle (Safari). */
const PAUSE = 50

/** Those that wait for their turn, first come first served. */
const waiting = new Set<() => void>()
let isRequested = false
/** Milliseconds that a turn took lately on this device. */
let cost = 1

/**
 * Whether a component may render what can wait: false at first, true after a moment in which the browser had nothing
 * else to do. Components have their turns one after the other, so that mounting many does not delay a frame.
 * @param canWait false: at once
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

/** A turn costs about as much again in the next frame, for layout and paint. */
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
