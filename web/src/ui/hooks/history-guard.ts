import { isAtOverlay } from './modal-history.ts'

/**
 * A navigation that the guard of a page has prevented: Back, Forward, or an action such as logging out. `go` performs
 * it later.
 */
export type Departure = { kind: 'back' | 'act'; go: () => void } | { kind: 'forward'; path: string }

interface Guard {
  pathname: string
  position: number | undefined
  ask: (departure: Departure) => void
}

let guard: Guard | undefined
/** Where Back or Forward would have led; set until the history has returned to the guarded page. */
let away: { steps: number; path: string } | undefined
/**
 * The history returns to the guarded page when there was no further step for this many milliseconds, so that several
 * fast presses cause only one return.
 */
const SETTLED = 50
let returning: ReturnType<typeof setTimeout> | undefined

/** The index that the router has stored in the current history entry; undefined if there is none. */
function positionNow(): number | undefined {
  const { state } = history
  const index: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'idx') : undefined
  return typeof index === 'number' ? index : undefined
}

/**
 * The distance to a history position. Entries without an index are older than the router, so they count as one step
 * back.
 */
function stepsTo(position: number | undefined): number {
  const now = positionNow()
  return now === undefined || position === undefined ? 1 : position - now
}

function departureOf({ steps, path }: NonNullable<typeof away>): Departure {
  // For Forward, the page is opened by its path: the confirmation dialog may add a history entry, which removes all
  // later entries.
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
  // The router must not receive this event, because it would unmount the guarded page.
  event.stopImmediatePropagation()
  away ??= {
    steps: stepsTo(position),
    path: `${location.pathname}${location.search}${location.hash}`,
  }
  returning = setTimeout(() => history.go(stepsTo(position)), SETTLED)
}

/**
 * Listens for Back and Forward. Call this before the router and the overlays listen to the history. Returns a function
 * that removes the listener.
 */
export function listenForDepartures(): () => void {
  addEventListener('popstate', onPop)
  return () => removeEventListener('popstate', onPop)
}

/** Runs an action that leaves the page. If a guard is set, it is asked instead. */
export function leavePage(go: () => void): void {
  if (guard === undefined) go()
  else guard.ask({ kind: 'act', go })
}

/**
 * Guards the current page: Back and Forward do not leave it; the history returns to it, and `ask` is called. History
 * entries of overlays have the path of the page, so closing an overlay is not prevented.
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
