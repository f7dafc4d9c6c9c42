import type { Page } from 'playwright-core'

const ALBUM = 'Klang'

export async function openAlbum(page: Page): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Archive', exact: true }).click()
  await page.getByRole('button', { name: new RegExp(`^${ALBUM}`) }).click()
  await rowOf(page, 1).waitFor()
  await page.waitForLoadState('networkidle')
}

export function rowOf(page: Page, number: number) {
  const name = new RegExp(`^Rauschen ${number} (?:abspielen|pausieren)(?:, auf diesem Gerät)?$`)
  return page.getByRole('table').getByRole('button', { name })
}

export async function pause(page: Page): Promise<void> {
  await bar(page).getByRole('button', { name: 'Pause' }).click()
}

export function bar(page: Page) {
  return page.getByRole('region', { name: 'Player' })
}
