/** Marks the history's entry that stands for all open overlays, in its state. */
const NAME = 'overlay'

interface Overlay {
  close: () => void
}

/** What is open over the page, topmost last. */
const open: Overlay[] = []
/** Puts `history.pushState` back as it was; set while the entry of the overlays is the current one. */
let releasePush: (() => void) | undefined
/** On its way there, because all overlays were closed otherwise, or because one of several was closed by Back. */
let going: 'back' | 'forward' | undefined
let listening: AbortController | undefined

function isAtEntry(): boolean {
  const { state } = history
  return typeof state === 'object' && state !== null && Reflect.get(state, NAME) === true
}

/**
 * Who goes somewhere else out of an overlay leaves it: the new page takes the place of the overlay's entry, which
 * would otherwise be one more press on Back that does nothing.
 */
function holdPush(): void {
  // Usually the method is the prototype's, and there is nothing to put back but its absence.
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

/** Leaves the entry when nothing is open any more. */
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
  // The browser goes back some time after it was asked to: what has opened meanwhile enters now.
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
    // The others keep the entry.
    if (hadEntry && others > 0) return go('forward')
  }
  leaveIfDone()
}

/**
 * Lets Back close what has opened over the page before it leaves the page: while something is open, the history has
 * one more entry of the same address; with several, Back closes the topmost. Returns the way to stop, for when it
 * was closed otherwise.
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
    // Whoever closes it to go somewhere else, or to open another, does so in this moment.
    setTimeout(leaveIfDone)
  }
}
