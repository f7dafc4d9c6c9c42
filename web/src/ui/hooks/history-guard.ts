import { isAtOverlay } from './modal-history.ts'

/** The navigation that was prevented: Back, Forward, or an action such as logging out. It can be performed later. */
export type Departure = { kind: 'back' | 'act'; go: () => void } | { kind: 'forward'; path: string }

interface Guard {
  pathname: string
  position: number | undefined
  ask: (departure: Departure) => void
}

let guard: Guard | undefined
/** The target of Back or Forward, until the history has returned to the guarded page. */
let away: { steps: number; path: string } | undefined
/** Milliseconds without a further step after which the history returns, so that fast presses cause one return. */
const SETTLED = 50
let returning: ReturnType<typeof setTimeout> | undefined

/** The index that the router stores in each history entry. */
function positionNow(): number | undefined {
  const { state } = history
  const index: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'idx') : undefined
  return typeof index === 'number' ? index : undefined
}

/** The distance to a position. Entries without an index are older than the router, so they are one step back. */
function stepsTo(position: number | undefined): number {
  const now = positionNow()
  return now === undefined || position === undefined ? 1 : position - now
}

function departureOf({ steps, path }: NonNullable<typeof away>): Departure {
  // The confirmation dialog may add an entry, which removes all later ones. Therefore Forward opens the page's path
  // again.
  if (steps <= 0) return { kind: 'forward', path }
  return { kind: 'back', go: () => history.go(-steps - (isAtOverlay() ? 1 : 0)) }
}

function onPop(event: PopStateEvent): void {
  if (guard === undefined) return
  clearTimeout(returning)
  const { pathname, position, ask } = guard
  if (location.pathname === pathname) {
    const departure = away && departureOf(away)
    away = undefined
    if (departure) ask(departure)
    return
  }
  // The router must not receive this event: it would unmount the guarded page.
  event.stopImmediatePropagation()
  away ??= {
    steps: stepsTo(position),
    path: `${location.pathname}${location.search}${location.hash}`,
  }
  returning = setTimeout(() => history.go(stepsTo(position)), SETTLED)
}

/** To be called before the router and the overlays listen to the history. Returns a function that stops it. */
export function listenForDepartures(): () => void {
  addEventListener('popstate', onPop)
  return () => removeEventListener('popstate', onPop)
}

/** Runs an action that leaves the page. If the page is guarded, its guard decides. */
export function leavePage(go: () => void): void {
  if (guard === undefined) go()
  else guard.ask({ kind: 'act', go })
}

/**
 * Prevents Back and Forward from leaving the current page: the history returns to it, and `ask` is called. Entries of
 * overlays have the path of the page, so closing an overlay is not prevented.
 * @returns a function that removes the guard
 */
export function guardPage(ask: (departure: Departure) => void): () => void {
  guard = { pathname: location.pathname, position: positionNow(), ask }
  return () => {
    clearTimeout(returning)
    guard = undefined
    away = undefined
  }
}
