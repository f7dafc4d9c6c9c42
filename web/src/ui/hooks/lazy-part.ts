import { createElement, useEffect, useEffectEvent, useState, type ComponentType, type ReactNode } from 'react'
import { showToast } from '../dom/toast.ts'

/** Milliseconds before a part that nothing has opened is requested again; each further pause is twice as long. */
const FIRST_PAUSE = 2000
const LONGEST_PAUSE = 60_000

interface PartProps {
  /** Called when the code of the part could not be loaded; its owner unmounts it, so that it is requested anew. */
  onLoadFailed?: () => void
  /** Stands in its place until its code is there. */
  fallback?: ReactNode
}

/**
 * A part in a chunk of its own, which renders nothing until its code is there. If that cannot be loaded, only the part is
 * missing, while React's `lazy` fails with everything around it: a part that a press opens says `failure` and closes; any
 * other one is requested again, after pauses and when the connection is back. `fetch` loads it ahead.
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
