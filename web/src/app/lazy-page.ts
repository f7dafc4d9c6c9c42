import { createElement, use, type ComponentType } from 'react'

const failed = new Set<() => void>()

/** What could not be drawn for want of its chunk is asked for again the next time. */
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
  let page: ComponentType | undefined
  let loading: Promise<ComponentType> | undefined

  const forget = () => {
    loading = undefined
  }
  async function read(): Promise<ComponentType> {
    page = await load()
    return page
  }
  function ask(): Promise<ComponentType> {
    loading ??= read()
    return loading
  }
  /** A failure stays until it has been shown: drawn again, the page has to fail in the same way. */
  function askToDraw(): Promise<ComponentType> {
    const asked = ask()
    asked.catch(() => failed.add(forget))
    return asked
  }
  async function fetch(): Promise<void> {
    try {
      await ask()
    } catch (failure) {
      forget()
      throw failure
    }
  }
  const Page = () => createElement(page ?? use(askToDraw()))
  return Object.assign(Page, { fetch })
}
