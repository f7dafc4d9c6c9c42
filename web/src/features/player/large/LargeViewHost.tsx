import { useEffect, useState } from 'react'
import type { Track } from '#features/tracks/index.ts'
import { whenIdle } from '#ui/dom/idle.ts'
import { lazyPart } from '#ui/hooks/lazy-part.ts'
import { closeLargeView, useLargeView } from './large-view.ts'
import type { LargeViewProps } from './LargeView.tsx'

const LargeView = lazyPart<LargeViewProps>(async () => (await import('./LargeView.tsx')).LargeView, {
  failure: 'Die Großansicht konnte nicht geladen werden',
})

/**
 * Renders the large view while there is a current track. A closed view stays mounted, so that its closing animation can
 * finish.
 */
export function LargeViewHost({
  track,
  ...more
}: Omit<LargeViewProps, 'track'> & { track: Track | undefined }) {
  const isOpen = useLargeView((view) => view.isOpen)
  const isLoaded = useIsLoaded()
  if (!track || !(isOpen || isLoaded)) return null
  return <LargeView track={track} {...more} onLoadFailed={closeLargeView} />
}

/** Whether the code of the large view is loaded. Loading begins when the browser is idle. */
function useIsLoaded(): boolean {
  const [isLoaded, setIsLoaded] = useState(false)
  useEffect(() => {
    let isOver = false
    const cancel = whenIdle(() => {
      LargeView.fetch().then(
        () => {
          if (!isOver) setIsLoaded(true)
        },
        // A failed load is repeated when the view is opened.
        () => undefined,
      )
    })
    return () => {
      isOver = true
      cancel()
    }
  }, [])
  return isLoaded
}
