import { expect, type Page } from '@playwright/test'

declare global {
  interface Window {
    /** Every media element on which play() was called. */
    playedElements?: Set<HTMLMediaElement>
    /** When the first of them began to play, in milliseconds since 1970. */
    playedSince?: number
    /** The newest events of the media elements and presses of buttons, with their times. */
    playbackLog?: string[]
  }
}

const LOGGED_EVENTS = ['loadstart', 'playing', 'waiting', 'pause', 'ended', 'abort', 'error', 'click']
const LOG_LENGTH = 60

/**
 * Lets a test inspect the audio elements of a page, which need not be in the document. Call it before the first
 * navigation.
 */
export async function listenIn(page: Page): Promise<void> {
  await page.addInitScript(
    ({ events, length }) => {
      const log: string[] = []
      window.playbackLog = log
      const record = ({ type, target }: Event) => {
        if (!(target instanceof HTMLElement)) return
        const subject =
          target instanceof HTMLMediaElement
            ? `${new URL(target.src, location.href).pathname} ${target.currentTime.toFixed(1)} s, error ${target.error === null ? 'none' : `${target.error.code} ${target.error.message}`}`
            : (target.closest('button')?.getAttribute('aria-label') ?? target.textContent.slice(0, 40))
        log.push(`${Math.round(performance.now())} ms ${type}: ${subject}`)
        if (log.length > length) log.shift()
      }
      for (const type of events) document.addEventListener(type, record, { capture: true })
    },
    { events: LOGGED_EVENTS, length: LOG_LENGTH },
  )
  await page.addInitScript(() => {
    const played = new Set<HTMLMediaElement>()
    window.playedElements = played
    const play = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'play')
    HTMLMediaElement.prototype.play = function playAndReport() {
      if (!played.has(this))
        this.addEventListener('playing', () => (window.playedSince ??= Date.now()), { once: true })
      played.add(this)
      return Reflect.apply(play?.value, this, [])
    }
  })
}

/** What `listenIn` has recorded, for the output of a test that failed. */
export async function playbackLog(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => window.playbackLog ?? []).catch(() => [])
}

/** Position of the playing element in seconds; undefined when none plays. */
export async function secondsPlayed(page: Page): Promise<number | undefined> {
  return page.evaluate(
    () => [...(window.playedElements ?? [])].find((element) => !element.paused)?.currentTime,
  )
}

/** When the page began to play sound for the first time since it was opened, in milliseconds since 1970. */
export async function playedSince(page: Page): Promise<number | undefined> {
  return page.evaluate(() => window.playedSince)
}

/**
 * Checks that sound is output: the element plays and its position advances, also after a restart or with the next
 * track.
 */
export async function expectSound(page: Page): Promise<void> {
  let from: number | undefined
  const moved = async () => {
    const now = await secondsPlayed(page)
    if (now === undefined || from === undefined || now < from) from = now
    return now === undefined || from === undefined ? 0 : now - from
  }
  await expect.poll(moved, { message: 'the audio element plays and its time moves' }).toBeGreaterThan(0.3)
}

/** Seeks to shortly before the end of the current track. */
export async function skipToEnd(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const element of window.playedElements ?? []) {
      if (!element.paused) element.currentTime = element.duration - 0.5
    }
  })
}

/** Speeds up playback by this factor, so that minutes of listening take seconds. */
export async function speedUpPlayback(page: Page, times: number): Promise<void> {
  await page.evaluate((rate) => {
    for (const element of window.playedElements ?? []) if (!element.paused) element.playbackRate = rate
  }, times)
}
