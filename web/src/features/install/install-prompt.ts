import { create } from 'zustand'

/** The event with which a browser offers that the app can be installed. WICG, Manifest Incubations. */
interface InstallEvent extends Event {
  prompt: () => Promise<unknown>
}

/** How the app gets onto this device: by a question of the browser, or by the user in Safari's menu. */
export type InstallWay = 'question' | 'menu'

interface Installing {
  /** Undefined where it is installed already, or cannot be. */
  way: InstallWay | undefined
  event: InstallEvent | undefined
}

const isInstallEvent = (event: Event): event is InstallEvent => 'prompt' in event

/** Safari on iPhone and iPad, which calls itself a Mac. */
function isIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)
}

/** Whether this window is that of the installed app. */
function isApp(): boolean {
  return matchMedia('(display-mode: standalone)').matches || Reflect.get(navigator, 'standalone') === true
}

const useInstalling = create<Installing>(() => ({ way: undefined, event: undefined }))

/** How the app can be installed here; undefined while it cannot. */
export function useInstallWay(): InstallWay | undefined {
  return useInstalling(({ way }) => way)
}

/**
 * Follows whether the app can be installed; `onInstalled` is called when it was.
 * @returns a function that stops it
 */
export function watchInstallation(onInstalled: () => void): () => void {
  const stopped = new AbortController()
  const { signal } = stopped
  if (isIos() && !isApp()) useInstalling.setState({ way: 'menu' })
  addEventListener(
    'beforeinstallprompt',
    (event) => {
      if (!isInstallEvent(event)) return
      // Otherwise the browser shows a question of its own at once.
      event.preventDefault()
      useInstalling.setState({ way: 'question', event })
    },
    { signal },
  )
  addEventListener(
    'appinstalled',
    () => {
      useInstalling.setState({ way: undefined, event: undefined })
      onInstalled()
    },
    { signal },
  )
  return () => {
    stopped.abort()
    useInstalling.setState({ way: undefined, event: undefined })
  }
}

/** Shows the question of the browser; each event is good for one. */
export async function askToInstall(): Promise<void> {
  const { event } = useInstalling.getState()
  if (!event) return
  useInstalling.setState({ way: undefined, event: undefined })
  // A browser that refuses offers it again later, by another event.
  await event.prompt().catch(() => undefined)
}
