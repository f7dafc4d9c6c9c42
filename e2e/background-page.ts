import type { Page } from '@playwright/test'

declare global {
  interface Window {
    /** Shows the page again and starts the timers that were set meanwhile. */
    showPage?: () => void
  }
}

/**
 * Puts the page into the background, as another tab or a dark screen does: it is not visible and has no frames.
 * Browsers slow down the timers of such a page; here none of them fires at all.
 */
export async function hidePage(page: Page): Promise<void> {
  await page.evaluate(() => {
    const real = {
      setTimeout: window.setTimeout.bind(window),
      setInterval: window.setInterval.bind(window),
      requestAnimationFrame: window.requestAnimationFrame.bind(window),
      requestIdleCallback: window.requestIdleCallback.bind(window),
    }
    const clearTimeout = window.clearTimeout.bind(window)
    const clearInterval = window.clearInterval.bind(window)
    /** The functions that start the timers set in the background, by the number that was returned for the timer. */
    const held = new Map<number, () => number>()
    /** The real numbers of timers that were started afterwards, by the returned number. */
    const started = new Map<number, number>()
    let last = 2 ** 30
    const hold = (start: () => number) => {
      last += 1
      held.set(last, start)
      return last
    }
    const release = (clear: (id: number) => void) => (id: number) => {
      if (!held.delete(id)) clear(started.get(id) ?? id)
    }
    const setHidden = (isHidden: boolean) => {
      Object.defineProperties(document, {
        hidden: { value: isHidden, configurable: true },
        visibilityState: { value: isHidden ? 'hidden' : 'visible', configurable: true },
      })
      document.dispatchEvent(new Event('visibilitychange'))
    }
    Object.assign(globalThis, {
      setTimeout: (act: TimerHandler, ms?: number) => hold(() => real.setTimeout(act, ms)),
      setInterval: (act: TimerHandler, ms?: number) => hold(() => real.setInterval(act, ms)),
      requestAnimationFrame: (draw: FrameRequestCallback) => hold(() => real.requestAnimationFrame(draw)),
      requestIdleCallback: (act: IdleRequestCallback) => hold(() => real.requestIdleCallback(act)),
      clearTimeout: release(clearTimeout),
      clearInterval: release(clearInterval),
      showPage() {
        Object.assign(globalThis, real)
        for (const [id, start] of held) started.set(id, start())
        held.clear()
        setHidden(false)
      },
    })
    setHidden(true)
  })
}

export async function showPage(page: Page): Promise<void> {
  await page.evaluate(() => window.showPage?.())
}

/** The title that the system shows for the current track; it does not wait for frames of the page. */
export async function titleInSystem(page: Page): Promise<string | undefined> {
  return page.evaluate(() => navigator.mediaSession.metadata?.title)
}

/** Whether the system shows that something plays. */
export async function stateInSystem(page: Page): Promise<MediaSessionPlaybackState> {
  return page.evaluate(() => navigator.mediaSession.playbackState)
}
