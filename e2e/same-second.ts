import { expect, type Page } from '@playwright/test'
import { headersOf } from './archive-calls.ts'
import { expectSound } from './playback-checks.ts'

/*
 * Do members of a room hear the same second? Pages and server of a journey have the clock of one machine. The time at
 * which the entry began follows from one reading of a position and of that clock, so it does not matter how much later
 * another page is read.
 */

/** Milliseconds; wide enough for a busy machine, where a browser is put in step again and again. */
const SAME_SECOND = 1000

interface Beginning {
  /** What the page plays; the same for all pages that play the same file. */
  file: string
  /** Milliseconds since 1970. */
  at: number
}

/** When the sound of this page began, or would have begun if it had been played from its start; undefined if none plays. */
async function beginningOn(page: Page): Promise<Beginning | undefined> {
  return page.evaluate(() => {
    const element = [...(window.playedElements ?? [])].find(({ paused }) => !paused)
    if (!element) return undefined
    const { origin, pathname } = new URL(element.src)
    return { file: `${origin}${pathname}`, at: Date.now() - element.currentTime * 1000 }
  })
}

/** The same for the room that this page shows, by the server. */
async function beginningInRoom(page: Page): Promise<number> {
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const answer = await page.request.get(`/api/rooms/${id}`, { headers: await headersOf(page) })
  expect(answer.ok(), await answer.text()).toBe(true)
  const { at, positionMs, isPlaying } = (await answer.json()).room.state.playback
  return isPlaying ? at - positionMs : Infinity
}

/** Checks that two pages that show the same room play the second at which the room is. */
export async function expectSameSecond(one: Page, other: Page): Promise<void> {
  await Promise.all([expectSound(one), expectSound(other)])
  const apart = async () => {
    const [here, there, room] = await Promise.all([
      beginningOn(one),
      beginningOn(other),
      beginningInRoom(one),
    ])
    if (!here || here.file !== there?.file) return Infinity
    const beginnings = [here.at, there.at, room]
    return Math.max(...beginnings) - Math.min(...beginnings)
  }
  await expect.poll(apart, { message: 'both hear the second of the room' }).toBeLessThan(SAME_SECOND)
}
