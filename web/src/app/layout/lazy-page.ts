import { createElement, use, type ComponentType } from 'react'

const failed = new Set<() => void>()

/** Forgets which pages could not be loaded, so that their code is requested again at the next attempt. */
export function forgetFailedPages(): void {
  for (const forget of failed) forget()
  failed.clear()
}

/**
 * A page whose code is in a separate chunk. If the chunk is already loaded, the page renders immediately; React's
 * `lazy` would always show the fallback for a moment. A failed load can be retried without reloading the document. The
 * returned component has a method `fetch`, which loads the chunk in advance.
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
  /**
   * The promise of a failed load is kept until the error was shown, because React renders a second time and must get
   * the same error.
   */
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

/**
 * Sets the fields `status` and `value`. React's `use` returns the value of a fulfilled promise with these fields
 * without suspending.
 */
function readableAtOnce<T>(promise: Promise<T>): Promise<T> {
  promise.then(
    (value) => Object.assign(promise, { status: 'fulfilled', value }),
    // The error is handled by the caller, which awaits the same promise.
    () => undefined,
  )
  return promise
}
