/** Which overlay is on top, in the state of the history’s entry that was made for it. */
const NAME = 'overlay'

let lastId = 0
/** The overlay that closed just now, whose entry is still there. */
let leaving: number | undefined
/** Overlays that opened while the history was still going back from the entry of a closed one. */
let waiting: (() => void)[] | undefined

function overlayOf(state: unknown): unknown {
  return typeof state === 'object' && state !== null ? Reflect.get(state, NAME) : undefined
}

/** Leaves the entry of a closed overlay. The browser goes there later, and would leave a newer entry instead. */
function leaveEntry(): void {
  waiting = []
  const arrived = () => {
    const enterAll = waiting ?? []
    waiting = undefined
    for (const enter of enterAll) enter()
  }
  addEventListener('popstate', arrived, { once: true })
  history.back()
}

/**
 * Lets Back close what has opened over the page before it leaves the page: while it is open, the history has one more
 * entry of the same address. Returns the way to stop, for when it was closed otherwise.
 */
export function closeOnBack(close: () => void): () => void {
  lastId += 1
  const id = lastId
  const opened = new AbortController()
  const went = () => {
    if (overlayOf(history.state) !== id && !isAbove(history.state, id)) close()
  }
  const enter = () => {
    if (opened.signal.aborted) return
    const state = { ...history.state, [NAME]: id }
    // One overlay that follows another takes its entry.
    if (leaving !== undefined && overlayOf(history.state) === leaving) history.replaceState(state, '')
    else history.pushState(state, '')
    leaving = undefined
    addEventListener('popstate', went, { signal: opened.signal })
  }
  if (waiting === undefined) enter()
  else waiting.push(enter)
  return () => {
    opened.abort()
    if (overlayOf(history.state) !== id) return
    leaving = id
    // Whoever closes it to go somewhere else does so in this moment; then its entry is no longer the last one.
    setTimeout(() => {
      if (leaving === id) leaving = undefined
      if (overlayOf(history.state) === id) leaveEntry()
    })
  }
}

/** Whether the entry belongs to an overlay that was opened later, over this one. */
function isAbove(state: unknown, id: number): boolean {
  const other = overlayOf(state)
  return typeof other === 'number' && other > id
}
