/** The key in the history state of the entry that is added while overlays are open. */
const NAME = 'overlay'

type Entry = [state: unknown, unused: string, url?: string | URL | null]

interface Overlay {
  close: () => void
  /** Whether Back does not close the overlay. */
  isPersistent: boolean
}

/** The open overlays; the topmost one is the last. */
const open: Overlay[] = []
/** Restores the methods of `history`. Defined while the entry of the overlays is the current history entry. */
let release: (() => void) | undefined
/** The last `replaceState` of the page; it is also applied to the history entry below that of the overlays. */
let replaced: Entry | undefined
/**
 * A `pushState` of the page that was called while the history was still going back to the entry below that of the
 * overlays.
 */
let pushed: Entry | undefined
/**
 * A history navigation in progress. `back`: all overlays were closed without Back. `forward`: Back has closed one of
 * several overlays, so the entry of the overlays is needed again.
 */
let going: 'back' | 'forward' | undefined
let listening: AbortController | undefined
/** Whether this module handles `popstate` also while no overlay is open. */
let isRouted = false

/** Whether the current history entry is the one that was added for open overlays. */
export function isAtOverlay(): boolean {
  const { state } = history
  return typeof state === 'object' && state !== null && Reflect.get(state, NAME) === true
}

/** Replaces a method of `history`; the returned function restores it. */
function override(name: 'pushState' | 'replaceState', method: (...entry: Entry) => void): () => void {
  // The method is usually inherited from the prototype, so it is restored by deleting the own property.
  const own = Object.getOwnPropertyDescriptor(history, name)
  history[name] = method
  return () => {
    if (own === undefined) Reflect.deleteProperty(history, name)
    else Object.defineProperty(history, name, own)
  }
}

/**
 * Controls the page's navigation while overlays are open. A new page replaces the entry of the overlays; otherwise Back
 * would need an additional press. A `replaceState` is also applied to the entry below, which becomes the current one
 * again.
 */
function holdNavigation(): void {
  const replace = history.replaceState.bind(history)
  const restores = [
    override('pushState', (...entry) => {
      if (going === 'back') {
        // The history is still going back, so the entry is added when it has arrived.
        pushed = entry
        return
      }
      stopHolding()
      replace(...entry)
    }),
    override('replaceState', (...entry) => {
      if (pushed) {
        pushed = entry
        return
      }
      replaced = entry
      const [state, ...place] = entry
      replace(Object.assign({}, state, { [NAME]: true }), ...place)
    }),
  ]
  release = () => {
    for (const restore of restores) restore()
  }
}

function stopHolding(): void {
  release?.()
  release = undefined
  replaced = undefined
  pushed = undefined
}

/**
 * Applies the postponed navigation of the page. Called when the entry below that of the overlays is the current one.
 */
function applyNavigation(): void {
  const [below, above] = [replaced, pushed]
  stopHolding()
  if (below) history.replaceState(...below)
  if (above) history.pushState(...above)
}

function enter(): void {
  if (!isAtOverlay()) history.pushState({ ...history.state, [NAME]: true }, '')
  holdNavigation()
}

function go(way: 'back' | 'forward'): void {
  going = way
  history[way]()
}

/** Goes back from the entry of the overlays when no overlay is open any more. */
function leaveIfDone(): void {
  if (open.length > 0 || going !== undefined) return
  if (release !== undefined && isAtOverlay()) return go('back')
  stopHolding()
  if (isRouted) return
  listening?.abort()
  listening = undefined
}

function arrived(): void {
  const came = going
  going = undefined
  if (came === 'back') {
    applyNavigation()
    // The history goes back asynchronously. If an overlay was opened meanwhile, its entry is added now.
    if (open.length > 0) return enter()
  }
  if (came === 'forward') {
    holdNavigation()
    return leaveIfDone()
  }
  if (came === undefined && !isAtOverlay()) {
    const hadEntry = release !== undefined
    applyNavigation()
    const top = open.at(-1)
    const remaining = top?.isPersistent === true ? open.length : open.length - 1
    if (top?.isPersistent !== true) top?.close()
    // The remaining overlays still need the entry.
    if (hadEntry && remaining > 0) return go('forward')
  }
  leaveIfDone()
}

function listen(): void {
  if (listening !== undefined) return
  listening = new AbortController()
  addEventListener('popstate', arrived, { signal: listening.signal })
}

/**
 * Listens to `popstate` before the router does, so that the router reads the location after `applyNavigation`. Call it
 * before the router subscribes: browsers call the listeners of the window in the order of their registration, also
 * those of the capture phase.
 * @returns a function that ends this; the listener stays as long as an overlay needs it
 */
export function listenBeforeRouter(): () => void {
  isRouted = true
  listen()
  return () => {
    isRouted = false
    leaveIfDone()
  }
}

/**
 * Lets Back close an overlay instead of leaving the page. While overlays are open, the history has one additional entry
 * with the same URL. Back closes the topmost overlay, unless that is persistent.
 * @returns a function that must be called when the overlay was closed without Back
 */
export function closeOnBack(close: () => void, isPersistent = false): () => void {
  const overlay: Overlay = { close, isPersistent }
  open.push(overlay)
  listen()
  if (release === undefined && going === undefined) enter()
  return () => {
    const index = open.indexOf(overlay)
    if (index !== -1) open.splice(index, 1)
    // Deferred, because the same task may then navigate or open another overlay.
    setTimeout(leaveIfDone)
  }
}
