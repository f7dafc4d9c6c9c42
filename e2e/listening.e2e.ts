import { recordPlay } from '@tonarchiv/contract/plays'
import type { Page } from '@playwright/test'
import { addTones, openAlbum, player } from './albums.ts'
import { addAlbumByCall, deleteAlbumByCall, headersOf, createKey } from './archive-calls.ts'
import { expectSound, speedUpPlayback, listenIn } from './playback-checks.ts'
import { addMember, enterAsAdmin, enterAsMember, OUTSIDE_APP, person } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'
import { toneFile } from './tones.ts'

const go = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true }).click()

test('a favorite is listed in the Lieblingssongs, plays from there and can be removed; home shows new and played tracks; the next member finds nothing of it', async ({
  archive,
  newPerson,
}) => {
  const page = await newPerson({ serviceWorkers: 'allow' })
  await listenIn(page)
  await enterAsAdmin(page, archive, OUTSIDE_APP)
  const sound = [toneFile(20), toneFile(60)]
  await addAlbumByCall(page, {
    title: 'Nordlicht Süd',
    tracks: ['Abfahrt', 'Süßholz'],
    isExclusive: true,
    sound,
  })
  await addTones(page, 'Vergangen', { Weg: 20 })

  await page.goto('/')
  // The first link to the album is its spine on the shelf.
  await page
    .getByRole('link', { name: /Nordlicht Süd/ })
    .last()
    .click()
  const row = page.getByRole('row', { name: /Süßholz/ })
  await row.getByRole('button', { name: 'Zu „Lieblingssongs“ hinzufügen' }).click()
  await expect(page.getByText('Zu "Lieblingssongs" hinzugefügt')).toBeVisible()
  await expect(row.getByRole('button', { name: 'Aus „Lieblingssongs“ entfernen' })).toBeVisible()

  await go(page, 'Lieblingssongs')
  await page.getByRole('button', { name: /^Süßholz.*abspielen$/ }).click()
  await expectSound(page)
  await expectAccessible(page)

  // A play that could not be reported is reported again after reconnecting, once.
  let announced = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === recordPlay.path) announced += 1
  })
  const refusal = { error: 'Zu viele Versuche', code: 'RATE_LIMITED', requestId: 'r' }
  await page.route(`**${recordPlay.path}`, (route) => route.fulfill({ status: 429, json: refusal }), {
    times: 1,
  })
  const lost = page.waitForResponse((answer) => answer.status() === 429)
  await speedUpPlayback(page, 16)
  await lost
  const counted = page.waitForResponse((answer) => new URL(answer.url()).pathname === recordPlay.path)
  await page.evaluate(() => globalThis.dispatchEvent(new Event('online')))
  expect((await counted).status()).toBe(201)
  await page.evaluate(() => globalThis.dispatchEvent(new Event('online')))

  // A favorite whose track was deleted is still listed, and does not play.
  await openAlbum(page, 'Vergangen')
  await page
    .getByRole('row', { name: /Weg/ })
    .getByRole('button', { name: /hinzufügen: Weg$/ })
    .click()
  await expect(page.getByText('Zu "Lieblingssongs" hinzugefügt')).toBeVisible()
  await deleteAlbumByCall(page, 'Vergangen')
  await page.goto('/favorites')
  const favorites = page.getByRole('list', { name: 'Lieblingssongs' }).getByRole('listitem')
  const gone = favorites.filter({ hasText: 'Nicht mehr im Archiv' })
  await expect(gone).toContainText(['WegNicht mehr im ArchivVergangen'])
  await expect(gone.getByRole('button')).toHaveText([''])
  await expectAccessible(page)
  for (const left of [1, 0]) {
    await favorites.getByRole('button', { name: 'Aus „Lieblingssongs“ entfernen' }).first().click()
    await expect(favorites).toHaveCount(left)
  }
  await expect(page.getByText('Noch keine Lieblingssongs hinzugefügt')).toBeVisible()

  await page.reload()
  await expect(page.getByText('Noch keine Lieblingssongs hinzugefügt')).toBeVisible()
  await go(page, 'Home')
  await page.getByRole('main').getByRole('link', { name: 'Zuletzt gehört' }).click()
  const heard = page.getByRole('list', { name: 'Zuletzt gehört' }).getByRole('listitem')
  await expect(heard).toHaveText([/SüßholzExclusiveNordlicht Süd/])
  await expect(heard.getByRole('button', { name: 'Mehr zu Süßholz' })).toBeVisible()
  await expectAccessible(page)
  await go(page, 'Home')
  await page.getByRole('button', { name: 'Alle anzeigen' }).click()
  const ranking = page.getByRole('dialog', { name: 'Top 10 Tracks' })
  await expect(ranking.getByRole('listitem')).toHaveText(['1PausiertSüßholzExclusiveNordlicht Süd1 Stream'])
  await expect(ranking.getByRole('listitem').locator('img')).toHaveAttribute('src', '/default-album.jpg')
  await page.keyboard.press('Escape')
  await expectAccessible(page)
  expect(announced).toBe(2)

  // The next member in this browser sees nothing of the previous one: neither by Back nor after a login.
  const mila = person('mila')
  await addMember(archive, mila, await createKey(page))
  await openAlbum(page, 'Nordlicht Süd')
  await row.getByRole('button', { name: 'Zu „Lieblingssongs“ hinzufügen' }).click()
  await page.getByRole('button', { name: 'Süßholz abspielen' }).click()
  await expectSound(page)
  await row.getByRole('button', { name: 'Mehr zu Süßholz' }).click()
  await page.getByRole('menuitem', { name: 'Zur Warteschlange' }).click()
  await go(page, 'Lieblingssongs')
  await expect(favorites).toHaveText([/Süßholz/])
  await go(page, 'Chat Room')
  await page.getByRole('textbox', { name: 'Nachricht' }).fill('ein Entwurf')
  const image = await page.screenshot({ clip: { x: 0, y: 0, width: 40, height: 40 } })
  await page
    .getByLabel('Bilder', { exact: true })
    .setInputFiles({ name: 'geheim.png', mimeType: 'image/png', buffer: image })
  await expect(page.getByRole('list', { name: 'Bilder zum Senden' })).toBeVisible()
  await player(page).getByRole('button', { name: 'Mehr', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Details anzeigen' }).click()
  await expect(page.getByRole('dialog', { name: 'Details' })).toBeVisible()
  const ended = await page.request.post('/api/auth/logout', { headers: await headersOf(page) })
  expect(ended.headers()['clear-site-data']).toBe('"cache", "storage"')
  const password = page.getByLabel('Passwort', { exact: true })
  await expect(password).toBeVisible()
  const OF_THE_FIRST = /Süßholz|Nordlicht|Entwurf|geheim|chefin/
  const left = () =>
    page.evaluate(async () =>
      JSON.stringify([document.body.innerText, localStorage, sessionStorage, await caches.keys()]),
    )
  await expect.poll(left).not.toMatch(OF_THE_FIRST)
  await page.goBack()
  await expect(password).toBeVisible()
  expect(await left()).not.toMatch(OF_THE_FIRST)

  // The texts of the first member are not shown for a moment either, before the values of the second one are loaded.
  await page.evaluate((source) => {
    const pattern = new RegExp(source)
    const look = () => {
      const found = pattern.exec(document.body.textContent)
      if (found) document.documentElement.dataset['found'] = found[0]
    }
    new MutationObserver(look).observe(document.body, { childList: true, characterData: true, subtree: true })
  }, OF_THE_FIRST.source)
  await page.getByLabel('E-Mail-Adresse').fill(mila.email)
  await password.fill(mila.password)
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await expect(page.getByRole('button', { name: /Benutzermenü/ })).toContainText('mila')
  await go(page, 'Lieblingssongs')
  await expect(page.getByText('Noch keine Lieblingssongs hinzugefügt')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(player(page).getByRole('button', { name: 'Warteschlange', exact: true })).toBeVisible()
  expect(await left()).not.toMatch(OF_THE_FIRST)
  await expect(page.locator('html')).not.toHaveAttribute('data-found')
  await go(page, 'Chat Room')
  await expect(page.getByRole('textbox', { name: 'Nachricht' })).toHaveValue('')
  await expect(page.getByRole('list', { name: 'Bilder zum Senden' })).toHaveCount(0)
})

test('without a key, home and Lieblingssongs are locked', async ({ archive, newPerson }) => {
  await enterAsAdmin(await newPerson(), archive, OUTSIDE_APP)
  const member = await newPerson()
  await enterAsMember(member, archive, person('mara'))
  const main = member.getByRole('main')
  for (const name of ['Home', 'Lieblingssongs']) {
    await go(member, name)
    await expect(
      main.getByText('Du brauchst einen Zugangsschlüssel um diesen Inhalt zu nutzen').first(),
    ).toBeVisible()
    await expect(main.getByRole('button', { name: 'Alle anzeigen' })).toHaveCount(0)
    await expectAccessible(member)
  }
})
