import { expect, type Locator, type Page } from '@playwright/test'
import { addAlbumByCall } from './archive-calls.ts'
import { OUTSIDE_APP } from './people.ts'
import { toneFile } from './tones.ts'

export const player = (page: Page) => page.getByRole('region', { name: 'Player' })
export const queue = (page: Page) => page.getByRole('dialog', { name: 'Warteschlange' })

/** The rows of the tracks in the queue that have not been played yet. */
export const upcoming = (page: Page) =>
  queue(page)
    .getByRole('listitem')
    .filter({ has: page.locator('[data-grip]') })

/** The button that plays or pauses a track in the table of its album. */
export const trackButton = (page: Page, title: string) =>
  page.getByRole('table').getByRole('button', { name: new RegExp(`^${title} (abspielen|pausieren)$`) })

/**
 * Sends a form of the admin panel and waits for the toast of its success. The toast of a form sent before is waited
 * for first, because it has the same text.
 */
export async function sendForm(page: Page, button: Locator): Promise<void> {
  const toast = page.getByText('Success')
  await expect(toast).toBeHidden()
  await button.click()
  await expect(toast).toBeVisible()
}

/** Adds an album of tones, each with the given duration in seconds, in the admin panel. */
export async function addAlbum(page: Page, title: string, tracks: Record<string, number>): Promise<void> {
  await page.getByRole('link', { name: 'Admin Panel' }).click()
  await page.getByRole('tab', { name: 'Add New Album' }).click()
  const form = page.getByRole('form', { name: 'Add New Album' })
  await form.getByLabel('Titel', { exact: true }).fill(title)
  await form.getByLabel('Erscheinungsjahr').fill('2024')
  await form.getByLabel('Typ').selectOption('Album')
  await form.getByLabel(/Mehrere Audiodateien/).setInputFiles(
    Object.entries(tracks).map(([name, seconds], index) => ({
      // Tracks are ordered by their file names.
      name: `${String(index + 1).padStart(2, '0')} ${name}.wav`,
      mimeType: 'audio/wav',
      buffer: toneFile(seconds, 440 + 110 * index),
    })),
  )
  await sendForm(page, form.getByRole('button', { name: 'Album hinzufügen' }))
}

/** Like `addAlbum`, but by one request, for journeys about other features. */
export async function addTones(page: Page, title: string, tracks: Record<string, number>): Promise<void> {
  const sound = Object.values(tracks).map((seconds, index) => toneFile(seconds, 440 + 110 * index))
  await addAlbumByCall(page, { title, tracks: Object.keys(tracks), sound })
}

/**
 * Goes to the archive and opens an album, which may be open there already: the archive is shown as it was left. On a
 * page outside the app it opens the app in the archive.
 */
export async function openAlbum(page: Page, title: string): Promise<void> {
  const name = new RegExp(`^${title}`)
  const { pathname } = new URL(page.url())
  // In the archive, the link would close the open album.
  if (pathname === '/archive' && (await page.getByRole('button', { name, expanded: true }).isVisible()))
    return
  if (pathname === OUTSIDE_APP) await page.goto('/archive')
  else await page.getByRole('navigation').getByRole('link', { name: 'Archive' }).click()
  const card = page.getByRole('button', { name })
  if ((await card.getAttribute('aria-expanded')) !== 'true') await card.click()
  await expect(card).toHaveAttribute('aria-expanded', 'true')
}

/** The file name of each track in the archive, by title. */
export async function filesOf(page: Page, album: string): Promise<Record<string, string>> {
  return page.evaluate(async (title) => {
    const headers = { Authorization: `Bearer ${localStorage.getItem('authToken') ?? ''}` }
    const answer = await fetch(`/albums/${encodeURIComponent(title)}`, { headers })
    const { album: found } = await answer.json()
    return Object.fromEntries(
      found.tracks.map((track: { title: string; file: string }) => [track.title, track.file]),
    )
  }, album)
}

/** Chooses an item of a track's menu by keyboard alone, as Shift+F10 does. */
export async function chooseInMenu(page: Page, title: string, item: string): Promise<void> {
  await trackButton(page, title).focus()
  await page.keyboard.press('Shift+F10')
  const menu = page.getByRole('menu', { name: title })
  await expect(menu.getByRole('menuitem').first()).toBeFocused()
  await menu.getByRole('menuitem', { name: item }).focus()
  await page.keyboard.press('Enter')
  await expect(menu).toBeHidden()
}
