import type { Page } from 'playwright-core'

export const SLOW_FRAME_MS = 50
/**
 * Browsers round their timestamps: three frames of a sixtieth of a second are reported as 50.0 or 50.1 ms.
 */
const ROUNDING_MS = 0.5

export interface Scrolled {
  frames: number
  slowFrames: number
  slowestMs: number
  mostElements: number
  layoutShift: number
}

/** Scrolls the page down, by `step` pixels in each frame. */
export async function scrollPage(
  page: Page,
  { frames, step }: { frames: number; step: number },
): Promise<Scrolled> {
  return page.evaluate(scroll, { frames, step, slowMs: SLOW_FRAME_MS + ROUNDING_MS })
}

/** Runs in the page. */
async function scroll(by: { frames: number; step: number; slowMs: number }): Promise<Scrolled> {
  const seen = { frames: by.frames, slowFrames: 0, slowestMs: 0, mostElements: 0, layoutShift: 0 }
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.layoutShift += 'value' in entry ? Number(entry.value) : 0
  })
  observer.observe({ type: 'layout-shift' })
  let before = await new Promise<number>(requestAnimationFrame)
  for (let frame = 0; frame < by.frames; frame += 1) {
    scrollBy({ top: by.step, behavior: 'instant' })
    const now = await new Promise<number>(requestAnimationFrame)
    if (now - before > by.slowMs) seen.slowFrames += 1
    seen.slowestMs = Math.max(seen.slowestMs, now - before)
    if (frame % 20 === 0)
      seen.mostElements = Math.max(seen.mostElements, document.getElementsByTagName('*').length)
    before = now
  }
  observer.disconnect()
  return seen
}
