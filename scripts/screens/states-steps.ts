import type { Page } from 'playwright-core'

export const ALBUM = '/archive?album=Kassettendeck'
export const FIRST = 'Vorlauf'
/** An album and a track that have lyrics with times. */
export const SUNG_ALBUM = '/archive?album=Papierflieger'
export const SUNG = 'Papierflieger'

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** Scrolls to the open album before a step, because the scroll position depends on what was loaded first. */
export const inAlbum =
  (step?: (page: Page, isPhone: boolean) => Promise<unknown>) => async (page: Page, isPhone: boolean) => {
    await page.locator('[data-album][aria-expanded="true"]').evaluate((card) => card.scrollIntoView())
    await step?.(page, isPhone)
  }

/** Makes calls of the app fail, or leaves them unanswered. */
export const failing = (address: string) => (page: Page) =>
  page.route(address, (route) => route.fulfill({ status: 500, json: { error: 'Interner Serverfehler' } }))
export const waiting = (address: string) => (page: Page) => page.route(address, () => undefined)
