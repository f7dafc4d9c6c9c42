import { createElement, use, type ComponentType } from 'react'

const failed = new Set<() => void>()

/** Chunks of pages that could not be loaded are requested again the next time. */
export function forgetFailedPages(): void {
  for (const forget of failed) forget()
  failed.clear()
}

/**
 * A page in a chunk of its own. If the chunk is already loaded, the page renders at once, while React's
 * `lazy` always shows the fallback for a moment; and a failed load can be retried without reloading the
 * document. `fetch` loads it ahead.
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
  /** A failed promise is kept until the error was shown: a second render has to fail in the same way. */
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

/** `use` returns the value of a fulfilled promise without suspending if the promise has these fields. */
function readableAtOnce<T>(promise: Promise<T>): Promise<T> {
  promise.then(
    (value) => Object.assign(promise, { status: 'fulfilled', value }),
    // The caller that awaits the promise handles the error.
    () => undefined,
  )
  return promise
}
