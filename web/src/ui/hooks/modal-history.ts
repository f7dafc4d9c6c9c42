/** The key in the history state that marks the entry added for all open overlays. */
const NAME = 'overlay'

type Entry = [state: unknown, unused: string, url?: string | URL | null]

interface Overlay {
  close: () => void
  /** Whether Back leaves the overlay open. */
  isPersistent: boolean
}

/** The open overlays, topmost last. */
const open: Overlay[] = []
/** Restores the methods of `history`. Defined while the overlays' entry is the current one. */
let release: (() => void) | undefined
/** The latest replacement by the page, to be applied to the entry below that of the overlays. */
let replaced: Entry | undefined
/**
 * A new entry of the page, requested while the history was still going back to the entry below that of the overlays.
 */
let pushed: Entry | undefined
/**
 * A pending history navigation: back, because all overlays were closed in another way, or forward, because
 * Back has closed one of several.
 */
let going: 'back' | 'forward' | undefined
let listening: AbortController | undefined
/** Whether this module also handles `popstate` while no overlay is open. */
let isRouted = false

/** Whether the current history entry is that of the open overlays. */
export function isAtOverlay(): boolean {
  const { state } = history
  return typeof state === 'object' && state !== null && Reflect.get(state, NAME) === true
}

/** Replaces a method of `history` until the returned function is called. */
function override(name: 'pushState' | 'replaceState', method: (...entry: Entry) => void): () => void {
  // Usually the method is inherited from the prototype, so restoring means deleting the own property.
  const own = Object.getOwnPropertyDescriptor(history, name)
  history[name] = method
  return () => {
    if (own === undefined) Reflect.deleteProperty(history, name)
    else Object.defineProperty(history, name, own)
  }
}

/**
 * While overlays are open, a new page replaces their entry; otherwise Back would need an additional press. A
 * replacement also applies to the entry below, which becomes the current entry again.
 */
function holdNavigation(): void {
  const replace = history.replaceState.bind(history)
  const restores = [
    override('pushState', (...entry) => {
      if (going === 'back') {
        // The history is going back, so the entry is added after its arrival.
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

/** Applies the navigation of the page that was held back. Called at the entry below that of the overlays. */
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

/** Goes back from the overlays' entry when no overlay is open. */
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
    // Browsers go back asynchronously: an overlay that was opened in the meantime adds the entry now.
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
    // The remaining overlays keep the entry.
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
 * before the router subscribes: browsers call the listeners of the window in the order of registration, including those
 * for the capture phase.
 * @returns a function that ends this order; the listener stays while an overlay needs it
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
 * Lets Back close an overlay instead of leaving the page. While any overlay is open, the history has one additional
 * entry with the same URL. Back closes the topmost overlay unless it is persistent.
 * @returns a function to call when the overlay was closed without Back
 */
export function closeOnBack(close: () => void, isPersistent = false): () => void {
  const overlay: Overlay = { close, isPersistent }
  open.push(overlay)
  listen()
  if (release === undefined && going === undefined) enter()
  return () => {
    const index = open.indexOf(overlay)
    if (index !== -1) open.splice(index, 1)
    // Deferred, because navigation, or opening another overlay, may follow in the same task.
    setTimeout(leaveIfDone)
  }
}
