import { createElement, useEffect, useEffectEvent, useState, type ComponentType, type ReactNode } from 'react'
import { showToast } from '../dom/toast.ts'

/**
 * Milliseconds until a failed request of a chunk is repeated; each further pause is twice as long, up to
 * `LONGEST_PAUSE`. A component with a `failure` text is not requested again by itself.
 */
const FIRST_PAUSE = 2000
const LONGEST_PAUSE = 60_000

interface PartProps {
  /**
   * Called when the chunk of a component with `failure` could not be loaded. The owner must unmount the component; when
   * it is mounted again, the chunk is requested again.
   */
  onLoadFailed?: () => void
  /** Rendered until the chunk is loaded. */
  fallback?: ReactNode
}

/**
 * A component whose code is in a separate chunk. It renders nothing (or `fallback`) until the chunk is loaded. If
 * loading fails, only this component is missing; with React's `lazy`, the whole page would fail. For a component that a
 * press opens, give the text `failure`: it is shown, and the component is closed. Otherwise the chunk is requested
 * again after pauses, and when the connection is restored. `fetch` loads the chunk in advance.
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
