import type { Page } from '@playwright/test'

/** CPU_THROTTLE=4 runs the pages of all journeys at a quarter of this machine's speed; see CONTRIBUTING.md. */
const rate = Number(process.env['CPU_THROTTLE'] ?? 1)
if (!(rate >= 1)) throw new Error('CPU_THROTTLE is a number from 1 up')

/** Slows down the page's JavaScript and rendering. Only Chromium supports it. */
export async function throttleCpu(page: Page): Promise<void> {
  if (rate === 1) return
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate })
}
