/** Marks the history entry that is added for all open overlays, in its state. */
const NAME = 'overlay'

interface Overlay {
  close: () => void
}

/** The open overlays, topmost last. */
const open: Overlay[] = []
/** Restores `history.pushState`; set while the entry of the overlays is the current one. */
let releasePush: (() => void) | undefined
/**
 * A pending history navigation: back, because all overlays were closed in another way, or forward, because
 * Back has closed one of several.
 */
let going: 'back' | 'forward' | undefined
let listening: AbortController | undefined

function isAtEntry(): boolean {
  const { state } = history
  return typeof state === 'object' && state !== null && Reflect.get(state, NAME) === true
}

/**
 * Navigation inside an overlay replaces the overlay's entry with the new page; otherwise Back would need an
 * additional press.
 */
function holdPush(): void {
  // Usually the method is inherited from the prototype, so restoring means deleting the own property.
  const own = Object.getOwnPropertyDescriptor(history, 'pushState')
  const release = () => {
    if (own === undefined) Reflect.deleteProperty(history, 'pushState')
    else Object.defineProperty(history, 'pushState', own)
    releasePush = undefined
  }
  history.pushState = (...entry) => {
    release()
    history.replaceState(...entry)
  }
  releasePush = release
}

function enter(): void {
  if (!isAtEntry()) history.pushState({ ...history.state, [NAME]: true }, '')
  holdPush()
}

function go(way: 'back' | 'forward'): void {
  going = way
  history[way]()
}

/** Removes the entry when no overlay is open. */
function leaveIfDone(): void {
  if (open.length > 0 || going !== undefined) return
  const isHeld = releasePush !== undefined
  releasePush?.()
  if (isHeld && isAtEntry()) return go('back')
  listening?.abort()
  listening = undefined
}

function arrived(): void {
  const came = going
  going = undefined
  // Browsers go back asynchronously: an overlay that was opened in the meantime adds the entry now.
  if (came === 'back' && open.length > 0) return enter()
  if (came === 'forward') {
    holdPush()
    return leaveIfDone()
  }
  if (came === undefined && !isAtEntry()) {
    const hadEntry = releasePush !== undefined
    releasePush?.()
    const others = open.length - 1
    open.at(-1)?.close()
    // The remaining overlays keep the entry.
    if (hadEntry && others > 0) return go('forward')
  }
  leaveIfDone()
}

/**
 * Lets Back close an overlay before it leaves the page: while any is open, the history has one additional
 * entry with the same URL; Back closes the topmost. Returns a function for when it was closed in another way.
 */
export function closeOnBack(close: () => void): () => void {
  const overlay: Overlay = { close }
  open.push(overlay)
  if (listening === undefined) {
    listening = new AbortController()
    addEventListener('popstate', arrived, { signal: listening.signal })
  }
  if (releasePush === undefined && going === undefined) enter()
  return () => {
    const index = open.indexOf(overlay)
    if (index !== -1) open.splice(index, 1)
    // Navigation, or opening another overlay, happens in the same tick as closing this one.
    setTimeout(leaveIfDone)
  }
}
