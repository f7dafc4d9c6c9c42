import { createElement, useEffect, useEffectEvent, useState, type ComponentType, type ReactNode } from 'react'
import { showToast } from '../dom/toast.ts'

/**
 * Milliseconds before a failed request of a part is repeated; each further pause is twice as long. Parts with `failure`
 * are not repeated.
 */
const FIRST_PAUSE = 2000
const LONGEST_PAUSE = 60_000

interface PartProps {
  /**
   * Called when the chunk of a part with `failure` could not be loaded. Its owner unmounts it, so that the next mount
   * requests it again.
   */
  onLoadFailed?: () => void
  /** Rendered until the chunk is loaded. */
  fallback?: ReactNode
}

/**
 * A component in a chunk of its own, which renders nothing until the chunk is loaded. If that fails, only this part is
 * missing, while React's `lazy` would fail with the whole page. With `failure`, for parts that a press opens, the text
 * is shown and the part is closed. Without it the chunk is requested again after pauses and when the connection is
 * back. `fetch` loads the chunk ahead.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { failure }: { failure?: string } = {},
) {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<ComponentType<Props>> | undefined

  async function fetch(): Promise<ComponentType<Props>> {
    if (loaded) return loaded
    loading ??= load()
    try {
      loaded = await loading
      return loaded
    } finally {
      loading = undefined
    }
  }

  function Part(props: Props & PartProps) {
    const [component, setComponent] = useState(() => loaded)
    const failed = useEffectEvent(() => {
      if (failure === undefined) return
      showToast(failure, { kind: 'error' })
      props.onLoadFailed?.()
    })
    useEffect(() => {
      if (component) return undefined
      const over = new AbortController()
      let pause = FIRST_PAUSE
      let timer: ReturnType<typeof setTimeout> | undefined
      const request = async () => {
        clearTimeout(timer)
        try {
          const found = await fetch()
          if (!over.signal.aborted) setComponent(() => found)
        } catch {
          if (over.signal.aborted) return
          failed()
          if (failure !== undefined) return
          timer = setTimeout(() => void request(), pause)
          pause = Math.min(2 * pause, LONGEST_PAUSE)
        }
      }
      void request()
      if (failure === undefined) addEventListener('online', () => void request(), { signal: over.signal })
      return () => {
        over.abort()
        clearTimeout(timer)
      }
    }, [component])
    return component ? createElement(component, props) : props.fallback
  }
  return Object.assign(Part, { fetch })
}
