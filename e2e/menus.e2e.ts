import type { Locator, Page } from '@playwright/test'
import { addTones, player, queue } from './albums.ts'
import { expectSound, listenIn } from './playback-checks.ts'
import { saveLyricsByCall } from './archive-calls.ts'
import { enterAsAdmin, OUTSIDE_APP } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'

const go = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true }).click()

const TRACK_MENU = [
  'Als Nächstes spielen',
  'Zur Warteschlange',
  'Details anzeigen',
  'Link kopieren',
  'Zur Playlist hinzufügen…',
  /“ (hinzufügen|entfernen)$/,
  'Im Chat teilen',
  'Moment teilen',
  'Hörraum öffnen',
  'Zum Album',
  'Track bearbeiten',
  'Songtext bearbeiten',
]
const ALBUM_MENU = [
  'Alle abspielen',
  'Zufällig',
  'Als Nächstes spielen',
  'Zur Warteschlange',
  'Zur Playlist hinzufügen…',
  'Im Chat teilen',
  'Hörraum öffnen',
  'Herunterladen',
  'Zum Album',
  'Link kopieren',
  'Album bearbeiten',
]

/** The menu opens by its button and by a right click on the row, with the same items; Escape returns the focus. */
async function expectMenu(row: Locator, name: string, items: readonly (string | RegExp)[]): Promise<void> {
  const page = row.page()
  const menu = page.getByRole('menu', { name, exact: true })
  const button = row.getByRole('button', { name: `Mehr zu ${name}`, exact: true })
  await button.click()
  await expect(menu.getByRole('menuitem')).toHaveText([...items])
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(button).toBeFocused()
  await row.click({ button: 'right', position: { x: 20, y: 20 } })
  await expect(menu.getByRole('menuitem')).toHaveText([...items])
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
}

/** Tab moves from album to album. Arrow keys and Shift+F10 lead to the menu button of an album and back. */
async function expectOneTabStopPerAlbum(albums: Locator): Promise<void> {
  const page = albums.page()
  const [first, second] = [albums.nth(0), albums.nth(1)]
  await first.focus()
  await page.keyboard.press('Tab')
  await expect(second).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(first).toBeFocused()
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(first).toBeFocused()
  await page.keyboard.press('ArrowRight')
  const more = page.getByRole('button', { name: /^Mehr zu/ }).and(page.locator(':focus'))
  await expect(more).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(more).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(first).toBeFocused()
}

/** Chooses an item from the menu of a track or an album. */
async function choose(row: Locator, name: string, item: string): Promise<void> {
  const page = row.page()
  await row.getByRole('button', { name: `Mehr zu ${name}`, exact: true }).click()
  await page.getByRole('menu', { name, exact: true }).getByRole('menuitem', { name: item }).click()
}

/** Records one play of the first track of an album. */
async function countPlay(page: Page, album: string): Promise<void> {
  const status = await page.evaluate(async (title) => {
    const headers = {
      Authorization: `Bearer ${localStorage.getItem('authToken') ?? ''}`,
      'Content-Type': 'application/json',
    }
    const found = await (await fetch(`/albums/${encodeURIComponent(title)}`, { headers })).json()
    const body = JSON.stringify({ track_id: found.album.tracks[0].id, end_position: 40, completed: false })
    return (await fetch('/api/plays', { method: 'POST', headers, body })).status
  }, album)
  expect(status).toBe(201)
}

test('every track and every album has the same menu in every list, and title and album are links', async ({
  archive,
  newPerson,
}) => {
  const page = await newPerson()
  await listenIn(page)
  await enterAsAdmin(page, archive, OUTSIDE_APP)
  await addTones(page, 'Nordlicht Süd', { Abfahrt: 60, Süßholz: 60 })
  await addTones(page, 'Zellen', { Anfang: 60, Mitte: 60, Ende: 60 })
  const main = page.getByRole('main')

  // The menu of an album card: into the queue, and play.
  await page.goto('/archive')
  const card = (title: string) =>
    main.locator('[data-index] > div').filter({ has: page.getByRole('button', { name: `Mehr zu ${title}` }) })
  await expectMenu(card('Zellen').first(), 'Zellen', ALBUM_MENU)
  await expectOneTabStopPerAlbum(main.getByRole('button', { name: /^(Nordlicht Süd|Zellen)/ }))
  await choose(card('Nordlicht Süd').first(), 'Nordlicht Süd', 'Zur Warteschlange')
  await expect(page.getByText('Warteschlange: 2 Tracks hinzugefügt')).toBeVisible()
  await choose(card('Zellen').first(), 'Zellen', 'Zur Playlist hinzufügen…')
  const adding = page.getByRole('dialog', { name: 'Zur Playlist hinzufügen' })
  await expect(adding).toContainText('3 Titel Anfang, Mitte, Ende')
  await page.keyboard.press('Escape')
  await expect(adding).toBeHidden()
  await choose(card('Zellen').first(), 'Zellen', 'Alle abspielen')
  await expectSound(page)
  await expect(player(page)).toContainText('Anfang')
  await player(page).getByRole('button', { name: 'Warteschlange, 4 Titel' }).click()
  await expect(queue(page).getByRole('button', { name: /abspielen$/ })).toHaveText([
    /Abfahrt/,
    /Süßholz/,
    /Mitte/,
    /Ende/,
  ])
  await page.keyboard.press('Escape')

  // In the track table the buttons are not Tab stops, except in the current row.
  await choose(card('Nordlicht Süd').first(), 'Nordlicht Süd', 'Zum Album')
  await expect(page).toHaveURL(/album=Nordlicht\+S/)
  const row = page.getByRole('row', { name: /Süßholz/ })
  await expectMenu(row, 'Süßholz', TRACK_MENU)
  await expect(page.getByRole('table').locator('button:not([tabindex="-1"])')).toHaveCount(4)
  await choose(row, 'Süßholz', 'Zu „Lieblingssongs“ hinzufügen')
  await expect(page.getByText('Zu "Lieblingssongs" hinzugefügt')).toBeVisible()
  await page
    .getByRole('row', { name: /Abfahrt/ })
    .getByRole('button', { name: 'Zu „Lieblingssongs“ hinzufügen: Abfahrt' })
    .click()
  await page.getByRole('region', { name: 'Nordlicht Süd' }).getByRole('button', { name: 'Zufällig' }).click()
  await expect(player(page).getByRole('button', { name: 'Shuffle' })).toHaveAttribute('aria-pressed', 'true')
  await expect(player(page)).toContainText('Nordlicht Süd')

  // Favorites: the menu, playing all of them, search and order, which a reload keeps.
  await go(page, 'Lieblingssongs')
  const favorites = page.getByRole('list', { name: 'Lieblingssongs' }).getByRole('listitem')
  await expectMenu(favorites.filter({ hasText: 'Süßholz' }), 'Süßholz', TRACK_MENU)
  await expect(favorites).toHaveText([/Abfahrt/, /Süßholz/])
  await page.getByRole('combobox', { name: 'Sortieren nach' }).selectOption('Titel')
  await page.getByRole('searchbox', { name: 'Lieblingssongs durchsuchen' }).fill('suß nord')
  await expect(favorites).toHaveText([/Süßholz/])
  await expect(main.getByText('1 gefunden')).toBeVisible()
  await page.reload()
  await expect(favorites).toHaveText([/Süßholz/])
  await page.getByRole('searchbox', { name: 'Lieblingssongs durchsuchen' }).fill('fehlt')
  await expect(main.getByText('Keine Lieblingssongs gefunden')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('searchbox', { name: 'Lieblingssongs durchsuchen' }).fill('')
  await main.getByRole('button', { name: 'Alle abspielen' }).click()
  await expect(player(page).getByRole('link', { name: 'Abfahrt' })).toBeVisible()
  await expect(player(page).getByRole('button', { name: 'Shuffle' })).toHaveAttribute('aria-pressed', 'false')

  // The title links to the track, the album to the album. The details have the same links and close when one is
  // followed.
  await player(page).getByRole('link', { name: 'Abfahrt' }).click()
  await expect(page).toHaveURL(/album=Nordlicht\+S/)
  await expect(page.locator('[data-linked]')).toContainText('Abfahrt')
  await go(page, 'Home')
  const lines = Array.from({ length: 40 }, (_, index) => `[00:${String(index + 10)}.00]Zeile ${index + 1}`)
  await saveLyricsByCall(page, 'Nordlicht Süd', 'Abfahrt', lines.join('\n'))
  const more = player(page).getByRole('button', { name: 'Mehr', exact: true })
  await more.click()
  await page.getByRole('menuitem', { name: 'Zur Playlist hinzufügen…' }).click()
  await expect(page.getByRole('dialog', { name: 'Zur Playlist hinzufügen' })).toContainText('Abfahrt')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Zur Playlist hinzufügen' })).toBeHidden()
  await more.click()
  await page.getByRole('menuitem', { name: 'Details anzeigen' }).click()
  const details = page.getByRole('dialog', { name: 'Details' })
  await expect(details.getByRole('region', { name: 'Songtext' })).toContainText(
    /Songtext\s*Zeile 1\s*Zeile 2/,
  )
  await expectAccessible(page)
  await details.getByRole('link', { name: 'Nordlicht Süd' }).last().click()
  await expect(details).toBeHidden()
  await expect(page).toHaveURL(/\/archive\?album=Nordlicht\+S/)
  // The closed dialog has left no history entry.
  await page.goBack()
  await expect(page).toHaveURL(/\/$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/archive\?/)

  // Home: new albums, and the ranking, whose dialog has the menu as well.
  await countPlay(page, 'Zellen')
  await page.goto('/')
  await expectMenu(
    main.getByRole('listitem').filter({ has: page.getByRole('link', { name: /^Zellen/ }) }),
    'Zellen',
    ALBUM_MENU,
  )
  await expectOneTabStopPerAlbum(main.getByRole('listitem').getByRole('link', { name: /· 20\d\d|Tracks?$/ }))
  await expectMenu(main.getByRole('listitem').filter({ hasText: '1 Stream' }), 'Anfang', TRACK_MENU)
  await main.getByRole('button', { name: 'Alle anzeigen' }).click()
  const ranking = page.getByRole('dialog', { name: 'Top 10 Tracks' })
  await choose(ranking.getByRole('listitem'), 'Anfang', 'Zur Warteschlange')
  await expect(page.getByText('Warteschlange: Anfang hinzugefügt')).toBeVisible()
  await expectAccessible(page)
})
