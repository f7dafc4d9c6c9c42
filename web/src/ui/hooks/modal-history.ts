/** Marks the history entry that is added for all open overlays, in its state. */
const NAME = 'overlay'

type Entry = [state: unknown, unused: string, url?: string | URL | null]

interface Overlay {
  close: () => void
  /** Back does not close it. */
  isPersistent: boolean
}

/** The open overlays, topmost last. */
const open: Overlay[] = []
/** Restores the methods of `history`; set while the entry of the overlays is the current one. */
let release: (() => void) | undefined
/** What the page has navigated to meanwhile; the entry below the overlays gets it. */
let replaced: Entry | undefined
/** The page that was opened while the history still went back to the entry below the overlays. */
let pushed: Entry | undefined
/**
 * A pending history navigation: back, because all overlays were closed in another way, or forward, because
 * Back has closed one of several.
 */
let going: 'back' | 'forward' | undefined
let listening: AbortController | undefined
/** Whether it listens while no overlay is open as well. */
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
 * Navigation inside an overlay replaces the overlay's entry with the new page; otherwise Back would need an
 * additional press. A replacement is for the entry below as well, because that one becomes the current entry.
 */
function holdNavigation(): void {
  const replace = history.replaceState.bind(history)
  const restores = [
    override('pushState', (...entry) => {
      if (going === 'back') {
        // The browser would put it above the entry that it is about to leave.
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

/** At the entry below the overlays: applies what the page has navigated to since they were opened. */
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

/** Removes the entry when no overlay is open. */
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
 * To be called before a router listens to the history: it then reads the location that includes what the page has
 * navigated to while an overlay was closed. Browsers call the listeners of `popstate` in the order of their
 * registration, also those for the capture phase. Returns a function that stops it.
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
 * Lets Back close an overlay before it leaves the page: while any is open, the history has one additional
 * entry with the same URL; Back closes the topmost, unless that is persistent. Returns a function for when it was
 * closed in another way.
 */
export function closeOnBack(close: () => void, isPersistent = false): () => void {
  const overlay: Overlay = { close, isPersistent }
  open.push(overlay)
  listen()
  if (release === undefined && going === undefined) enter()
  return () => {
    const index = open.indexOf(overlay)
    if (index !== -1) open.splice(index, 1)
    // Navigation, or opening another overlay, happens in the same tick as closing this one.
    setTimeout(leaveIfDone)
  }
}
