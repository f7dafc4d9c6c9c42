import { useEffect } from 'react'
import { useNavigate } from 'react-router'

/** Receives the URLs with which the installed app is launched while it is already open (WICG, Launch Handler API). */
interface LaunchQueue {
  setConsumer: (consumer: (launch: { targetURL?: string | null }) => void) => void
}

const isLaunchQueue = (found: unknown): found is LaunchQueue =>
  typeof found === 'object' && found !== null && 'setConsumer' in found

/**
 * Opens the page of an app shortcut, a shared text or a link in the window that is already open, so that the music
 * plays on.
 */
export function useLaunches(): void {
  const navigate = useNavigate()
  useEffect(() => {
    const queue: unknown = Reflect.get(globalThis, 'launchQueue')
    if (!isLaunchQueue(queue)) return
    queue.setConsumer(({ targetURL }) => {
      if (typeof targetURL !== 'string' || !URL.canParse(targetURL)) return
      const { origin, pathname, search, hash, href } = new URL(targetURL)
      // The launch that has opened this window is reported, too; its URL is already open.
      if (origin === location.origin && href !== location.href) void navigate(`${pathname}${search}${hash}`)
    })
  }, [navigate])
}
