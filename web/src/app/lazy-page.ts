import { createElement, use, type ComponentType } from 'react'

const failed = new Set<() => void>()

/** What could not be drawn for want of its chunk is requested again the next time. */
export function forgetFailedPages(): void {
  for (const forget of failed) forget()
  failed.clear()
}

/**
 * A page in a chunk of its own. Where the chunk is here already it is drawn at once, while React’s `lazy` shows the
 * fallback for a moment even then; and one that could not be loaded is not lost until the next load of the document.
 * `fetch` loads it ahead.
 */
export function lazyPage(load: () => Promise<ComponentType>) {
  let loading: Promise<ComponentType> | undefined

  const forget = () => {
    loading = undefined
  }
  function requestLoad(): Promise<ComponentType> {
    loading ??= readableAtOnce(load())
    return loading
  }
  /** A failure stays until it has been shown: drawn again, the page has to fail in the same way. */
  function requestRender(): Promise<ComponentType> {
    const requested = requestLoad()
    requested.catch(() => failed.add(forget))
    return requested
  }
  async function fetch(): Promise<void> {
    try {
      await requestLoad()
    } catch (failure) {
      forget()
      throw failure
    }
  }
  const Page = () => createElement(use(requestRender()))
  return Object.assign(Page, { fetch })
}

/** Once fulfilled, `use` returns the value of this promise without suspending: these are the fields that it reads. */
function readableAtOnce<T>(promise: Promise<T>): Promise<T> {
  promise.then(
    (value) => Object.assign(promise, { status: 'fulfilled', value }),
    // Whoever awaits the promise handles the failure.
    () => undefined,
  )
  return promise
}
