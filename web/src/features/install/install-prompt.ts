import { create } from 'zustand'

/** The event with which a browser offers to install the app (WICG, Manifest Incubations). */
interface InstallEvent extends Event {
  prompt: () => Promise<unknown>
}

/**
 * How the app can be installed in this browser. `question`: the browser shows a prompt. `menu`: the user installs it in
 * the menu of Safari.
 */
export type InstallWay = 'question' | 'menu'

interface Installing {
  /** Undefined if the app is already installed, or cannot be installed. */
  way: InstallWay | undefined
  event: InstallEvent | undefined
}

const isInstallEvent = (event: Event): event is InstallEvent => 'prompt' in event

/** Whether this is Safari on an iPhone or iPad. The user agent of an iPad is that of a Mac. */
export function isIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)
}

/** Whether this window is one of the installed app. */
export function isApp(): boolean {
  return matchMedia('(display-mode: standalone)').matches || Reflect.get(navigator, 'standalone') === true
}

const useInstalling = create<Installing>(() => ({ way: undefined, event: undefined }))

/** How the app can be installed in this browser, as a hook; undefined if it cannot. */
export function useInstallWay(): InstallWay | undefined {
  return useInstalling(({ way }) => way)
}

/**
 * Follows whether the app can be installed.
 * @param onInstalled - called when the app was installed
 * @returns a function that stops that
 */
export function watchInstallation(onInstalled: () => void): () => void {
  const stopped = new AbortController()
  const { signal } = stopped
  if (isIos() && !isApp()) useInstalling.setState({ way: 'menu' })
  addEventListener(
    'beforeinstallprompt',
    (event) => {
      if (!isInstallEvent(event)) return
      // Prevents the browser from showing its own prompt immediately.
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

/** Shows the browser's prompt to install the app. Each event can be used for only one prompt. */
export async function askToInstall(): Promise<void> {
  const { event } = useInstalling.getState()
  if (!event) return
  useInstalling.setState({ way: undefined, event: undefined })
  // If the prompt fails, the browser offers the installation again with another event.
  await event.prompt().catch(() => undefined)
}
