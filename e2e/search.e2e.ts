import type { Page } from '@playwright/test'
import { player } from './albums.ts'
import { addAlbumByCall, createKey, expectInIndex, headersOf, saveLyricsByCall } from './archive-calls.ts'
import { boxOf } from './geometry.ts'
import { addMember, enterAsAdmin, person } from './people.ts'
import type { RunningArchive } from './running-archive.ts'
import { expect, expectAccessible, test } from './test.ts'
import { toneFile } from './tones.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Suche' })
const field = (page: Page) => dialog(page).getByRole('combobox', { name: 'Alles durchsuchen' })
const option = (page: Page, name: RegExp) => dialog(page).getByRole('option', { name })
/** The row that a link or a search led to. */
const marked = (page: Page) => page.locator('tr[data-linked]')

/** Opens the search with its key, and types; a request is sent after each letter. */
async function searchFor(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type(text)
}

/** Waits until the best hit is this one, and opens it. */
async function openBest(page: Page, name: RegExp): Promise<void> {
  await expect(option(page, name).first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeHidden()
}

async function expectInWindow(page: Page, what: ReturnType<Page['locator']>): Promise<void> {
  await expect
    .poll(async () => {
      const { y, height } = await boxOf(what)
      const end = (await boxOf(player(page))).y
      return y >= 0 && y + height <= end
    })
    .toBe(true)
}

async function fill(page: Page, archive: RunningArchive): Promise<void> {
  const sound = toneFile(20)
  const others = Array.from({ length: 30 }, (_, index) => `Skizze ${index + 1}`)
  await addAlbumByCall(page, { title: 'Polarkreis', tracks: [...others, 'Nordlicht'], sound, cover: true })
  const bridges = ['Brückentag', 'Zugbrücke', 'Hängebrücke', 'Brückenkopf', 'Brücke', 'Brückengeländer']
  await addAlbumByCall(page, { title: 'Hinterhof', tracks: bridges, sound })
  await saveLyricsByCall(page, 'Hinterhof', 'Zugbrücke', 'Erste Zeile\nund der Nebel über dem Kanal')
  await addMember(archive, person('quentin'), await createKey(page))
  const headers = await headersOf(page)
  const messages = [
    'Wer bringt Quittenbrot mit?',
    ...Array.from({ length: 70 }, (_, index) => `Nummer ${index}`),
  ]
  for (const message of messages)
    expect((await page.request.post('/api/chat/messages', { headers, data: { message } })).ok()).toBe(true)
  for (const text of ['Nordlicht', 'Nebel', 'Quittenbrot']) await expectInIndex(page, text)
}

test('one search finds songs, messages, members, pages and commands, and leads to their places', async ({
  archive,
  newPerson,
}) => {
  const page = await newPerson()
  await enterAsAdmin(page, archive, '/settings')
  await fill(page, archive)
  await expect(page.getByRole('heading', { level: 1, name: 'Einstellungen' })).toBeVisible()

  await test.step('a misspelt song, opened, is marked in its album and in the window', async () => {
    await searchFor(page, 'nordlict')
    await expect(dialog(page).getByText('Ergebnisse für nordlicht')).toBeVisible()
    await expect(option(page, /^Nordlicht/)).toHaveAttribute('aria-selected', 'true')
    await expectAccessible(page)
    await openBest(page, /^Nordlicht/)
    await expect(marked(page).getByRole('button', { name: /^Nordlicht abspielen/ })).toBeVisible()
    await expectInWindow(page, marked(page))
    expect(new URL(page.url()).search).toBe('?album=Polarkreis')
  })

  await test.step('a message far back is shown in its place, and the way to the newest', async () => {
    await searchFor(page, 'quittenbrot')
    await openBest(page, /Quittenbrot mit/)
    const goal = page.getByRole('article').filter({ hasText: 'Quittenbrot' })
    await expect(goal).toBeFocused()
    await expectInWindow(page, goal)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Zu den neuesten Nachrichten' }).click()
    await expect(page.getByRole('article').filter({ hasText: 'Nummer 69' })).toBeVisible()
  })

  await test.step('a line of lyrics is marked in the details of its song', async () => {
    await searchFor(page, 'nebel')
    await openBest(page, /^„und der Nebel/)
    const details = page.getByRole('dialog', { name: 'Details' })
    await expect(details.locator('mark')).toHaveText('und der Nebel über dem Kanal')
    await page.keyboard.press('Escape')
    await expect(details).toBeHidden()
  })

  await test.step('a member opens as profile, a page and a command by their names', async () => {
    await searchFor(page, 'quentin')
    await openBest(page, /quentin/)
    const profile = page.getByRole('dialog', { name: 'Benutzerprofil' })
    await expect(profile.getByText('quentin').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(profile).toBeHidden()
    await searchFor(page, 'activity')
    await openBest(page, /Activity Log/)
    await expect(page.getByRole('tab', { name: 'Activity Log', selected: true })).toBeVisible()
    await searchFor(page, 'neue playl')
    await openBest(page, /Neue Playlist/)
    const form = page.getByRole('dialog', { name: 'Neue Playlist' })
    await expect(form).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
  })

  await test.step('all hits of a group have a page that reload and Back keep', async () => {
    await searchFor(page, 'brück')
    await option(page, /^Alle anzeigen 6$/).click()
    const songs = page.getByRole('main').getByRole('list', { name: 'Songs' })
    await expect(songs.getByRole('listitem')).toHaveCount(6)
    await expectAccessible(page)
    await page.reload()
    await expect(songs.getByRole('listitem')).toHaveCount(6)
    await songs.getByRole('link', { name: 'Hinterhof' }).first().click()
    await expect(marked(page)).toBeVisible()
    await page.goBack()
    await expect(songs.getByRole('listitem')).toHaveCount(6)
  })

  await test.step('the archive lists songs above its albums; they play there and lead to their album', async () => {
    await page.goto('/archive?search=br%C3%BCck')
    const songs = page.getByRole('main').getByRole('list', { name: 'Songs' })
    await expect(songs.getByRole('listitem')).toHaveCount(5)
    await expect(page.getByRole('heading', { name: 'Alben 1' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Alle 6 Songs anzeigen' }).click()
    await expect(songs.getByRole('listitem')).toHaveCount(6)
    const first = songs.getByRole('listitem').first()
    const title = String(await first.locator('[data-play] .truncate').first().textContent())
    await first.getByRole('button', { name: new RegExp(`^${title} .*abspielen$`) }).click()
    await expect(player(page).getByRole('link', { name: title })).toBeVisible()
    await first.getByRole('link', { name: 'Hinterhof' }).click()
    await expect(marked(page).getByRole('button', { name: new RegExp(`^${title} `) })).toBeVisible()
    await expectInWindow(page, marked(page))
    expect(new URL(page.url()).searchParams.get('search')).toBe('brück')
  })
})

test('on phones the search fills the window, Back closes it, and logout removes what was searched', async ({
  archive,
  newPerson,
}) => {
  const phone = await newPerson({ phone: true })
  await enterAsAdmin(phone, archive)
  await addAlbumByCall(phone, { title: 'Polarkreis', tracks: ['Nordlicht'], sound: toneFile(5) })
  await expectInIndex(phone, 'Nordlicht')
  const magnifier = phone.getByRole('banner').getByRole('button', { name: 'Suchen' })
  await magnifier.tap()
  await expect(field(phone)).toBeFocused()
  await expect.poll(async () => boxOf(dialog(phone))).toEqual({ x: 0, y: 0, width: 390, height: 844 })
  await phone.goBack()
  await expect(dialog(phone)).toBeHidden()

  for (const theme of ['light', 'dark'] as const) {
    await phone.emulateMedia({ colorScheme: theme })
    await magnifier.tap()
    await field(phone).fill('nordl')
    await expect(option(phone, /^Nordlicht/)).toBeVisible()
    await expectAccessible(phone)
    await dialog(phone).getByRole('button', { name: 'Suche schließen' }).tap()
    await expect(dialog(phone)).toBeHidden()
  }

  await magnifier.tap()
  await field(phone).fill('nordl')
  await option(phone, /^Nordlicht/).tap()
  await expect(marked(phone)).toBeVisible()
  // The search can be opened again while its dialog is still closing.
  await magnifier.tap()
  await expect(dialog(phone).getByRole('group', { name: 'Zuletzt gesucht' })).toContainText('Nordlicht')
  await expectAccessible(phone)
  const stored = () => phone.evaluate(() => localStorage.getItem('recentSearches'))
  expect(await stored()).not.toBeNull()
  await field(phone).fill('logout')
  await option(phone, /^Logout/).tap()
  await expect(phone.getByRole('button', { name: 'Anmelden', exact: true })).toBeVisible()
  expect(await stored()).toBeNull()
})
