import { create } from 'zustand'

/** The event with which a browser offers to install the app. WICG, Manifest Incubations. */
interface InstallEvent extends Event {
  prompt: () => Promise<unknown>
}

/** How the app is installed on this device: by a prompt of the browser, or by the user in Safari's menu. */
export type InstallWay = 'question' | 'menu'

interface Installing {
  /** Undefined where the app is installed already or cannot be installed. */
  way: InstallWay | undefined
  event: InstallEvent | undefined
}

const isInstallEvent = (event: Event): event is InstallEvent => 'prompt' in event

/** Safari on iPhone and iPad. On an iPad its user agent is that of a Mac. */
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
 * Keeps track of whether the app can be installed. `onInstalled` is called after the installation.
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
      // Otherwise the browser would show its own prompt at once.
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

/** Shows the browser's prompt. Each event allows one prompt. */
export async function askToInstall(): Promise<void> {
  const { event } = useInstalling.getState()
  if (!event) return
  useInstalling.setState({ way: undefined, event: undefined })
  // If the browser rejects the prompt, it offers the installation again with another event.
  await event.prompt().catch(() => undefined)
}
