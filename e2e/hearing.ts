import { expect, type Page } from '@playwright/test'

declare global {
  interface Window {
    /** Every media element that was asked to play. */
    heardElements?: Set<HTMLMediaElement>
  }
}

/** Lets a test look at the audio elements of a page, which need not stand in the document. Call before the first visit. */
export async function listenIn(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const heard = new Set<HTMLMediaElement>()
    window.heardElements = heard
    const play = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'play')
    HTMLMediaElement.prototype.play = function playAndTell() {
      heard.add(this)
      return Reflect.apply(play?.value, this, [])
    }
  })
}

/** How far the playing element is, seconds; undefined when none plays. */
export async function secondsHeard(page: Page): Promise<number | undefined> {
  return page.evaluate(
    () => [...(window.heardElements ?? [])].find((element) => !element.paused)?.currentTime,
  )
}

/** Sound comes out: the element plays and its time moves on. */
export async function expectSound(page: Page): Promise<void> {
  await expect.poll(() => secondsHeard(page), { message: 'the audio element plays' }).toBeGreaterThan(0)
  const before = (await secondsHeard(page)) ?? 0
  await expect.poll(() => secondsHeard(page), { message: 'its time moves' }).toBeGreaterThan(before + 0.3)
}

/** Lets what plays run so many times faster, so that minutes of listening take seconds. */
export async function hearFaster(page: Page, times: number): Promise<void> {
  await page.evaluate((rate) => {
    for (const element of window.heardElements ?? []) if (!element.paused) element.playbackRate = rate
  }, times)
}
