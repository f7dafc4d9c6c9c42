import { expect, type Page } from '@playwright/test'

declare global {
  interface Window {
    /** Every media element on which play() was called. */
    playedElements?: Set<HTMLMediaElement>
  }
}

/**
 * Lets a test inspect the audio elements of a page, which need not be in the document. Call it before the first
 * navigation.
 */
export async function listenIn(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const played = new Set<HTMLMediaElement>()
    window.playedElements = played
    const play = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'play')
    HTMLMediaElement.prototype.play = function playAndReport() {
      played.add(this)
      return Reflect.apply(play?.value, this, [])
    }
  })
}

/** Position of the playing element in seconds; undefined when none plays. */
export async function secondsPlayed(page: Page): Promise<number | undefined> {
  return page.evaluate(
    () => [...(window.playedElements ?? [])].find((element) => !element.paused)?.currentTime,
  )
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
