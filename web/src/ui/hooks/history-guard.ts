import { isAtOverlay } from './modal-history.ts'

/** How a page is left that Back or Forward, or an act such as logging out, were about to leave. */
export type Departure = { kind: 'back' | 'act'; go: () => void } | { kind: 'forward'; path: string }

interface Guard {
  pathname: string
  position: number | undefined
  ask: (departure: Departure) => void
}

let guard: Guard | undefined
/** Where Back or Forward went, until the history has returned to the guarded page. */
let away: { steps: number; path: string } | undefined
/** Milliseconds without a further step after which the history returns, so that fast presses cause one return. */
const SETTLED = 50
let returning: ReturnType<typeof setTimeout> | undefined

/** The number that the router gives to each of its entries. */
function positionNow(): number | undefined {
  const { state } = history
  const index: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'idx') : undefined
  return typeof index === 'number' ? index : undefined
}

/** Entries without a number are from before the router started, so they are behind. */
function stepsTo(position: number | undefined): number {
  const now = positionNow()
  return now === undefined || position === undefined ? 1 : position - now
}

function departureOf({ steps, path }: NonNullable<typeof away>): Departure {
  // The question itself may have an entry, which removes those ahead: a page ahead is opened anew.
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
  // The router must not learn of the other page: it would remove the one that is guarded.
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

/** Does what leaves the page; a guarded page is asked first. */
export function leavePage(go: () => void): void {
  if (guard === undefined) go()
  else guard.ask({ kind: 'act', go })
}

/**
 * Back and Forward do not leave the current page: the history returns to it, and `ask` is called. Overlays have
 * entries with the page's own address, so closing one of them is not leaving. Returns a function that ends it.
 */
export function guardPage(ask: (departure: Departure) => void): () => void {
  guard = { pathname: location.pathname, position: positionNow(), ask }
  return () => {
    clearTimeout(returning)
    guard = undefined
    away = undefined
  }
}
