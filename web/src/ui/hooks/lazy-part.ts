import {
  createElement,
  startTransition,
  useEffect,
  useEffectEvent,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react'
import { requestChunk } from '../dom/request-chunk.ts'
import { showToast } from '../dom/toast.ts'

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
 * What happens when the chunk cannot be loaded. Without it, the chunk is requested again after pauses, and when the
 * connection is restored.
 */
type OnFailure =
  /** This text is shown, and the owner is asked to close the component. For a component that a press opens. */
  | { failure: string }
  /** The error is thrown to the error boundary. When the boundary mounts the component again, it is requested again. */
  | { throws: true }

/**
 * A component whose code is in a separate chunk. It renders nothing (or `fallback`) until the chunk is loaded. If
 * loading fails, by default only this component is missing. React's `lazy` would fail for good, would show the fallback
 * even if the chunk is loaded, and would replace it 300 ms later at the earliest. `fetch` loads the chunk in advance.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  onFailure?: OnFailure,
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
    const [problem, setProblem] = useState<{ error: unknown }>()
    /** @returns whether the chunk is requested again after a pause */
    const handleFailure = useEffectEvent((error: unknown) => {
      if (onFailure === undefined) return true
      if ('throws' in onFailure) {
        setProblem({ error })
      } else {
        showToast(onFailure.failure, { kind: 'error' })
        props.onLoadFailed?.()
      }
      return false
    })
    useEffect(() => {
      if (component) return undefined
      return requestChunk(fetch, {
        // In a transition, so that a slow device responds while the component is rendered.
        onLoaded: (found) => startTransition(() => setComponent(() => found)),
        mayRepeat: (error) => handleFailure(error),
      })
    }, [component])
    if (problem) throw problem.error
    return component ? createElement(component, props) : props.fallback
  }
  return Object.assign(Part, { fetch })
}
