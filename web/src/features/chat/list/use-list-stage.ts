import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { whenIdle } from '#ui/dom/idle.ts'

/**
 * How far a list is since it was opened: `visible` renders only what is in view, `whole` also what is not visible, and
 * `live` announces the messages that are added.
 */
type ListStage = 'visible' | 'whole' | 'live'

/**
 * The stage of a list. The second begins when the browser is idle after the first paint, the third when it is idle
 * again, so that screen readers do not announce the rows of the second. The second is rendered at the beginning of a
 * frame, after its scroll events: the virtualizer corrects the position for rows that it measures, and would take back
 * a scroll that it does not know yet.
 */
export function useListStage(): ListStage {
  const [stage, setStage] = useState<ListStage>('visible')
  useEffect(() => {
    if (stage === 'live') return undefined
    let frame = 0
    const stopWaiting = whenIdle(() => {
      if (stage === 'whole') setStage('live')
      else frame = requestAnimationFrame(() => flushSync(() => setStage('whole')))
    })
    return () => {
      stopWaiting()
      cancelAnimationFrame(frame)
    }
  }, [stage])
  return stage
}
