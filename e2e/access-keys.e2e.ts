import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { addTones, player, trackButton } from './albums.ts'
import { expectInIndex, headersOf } from './archive-calls.ts'
import { enterAsAdmin, fillRegistration, OUTSIDE_APP, person } from './people.ts'
import { expectSound, listenIn } from './playback-checks.ts'
import { textOfCode } from './qr-codes.ts'
import { expect, expectAccessible, test } from './test.ts'

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1280, height: 720 }

/** Checks a page of the admin in a window of a desktop and of a phone. */
async function expectAccessibleInBoth(page: Page): Promise<void> {
  await expectAccessible(page)
  await page.setViewportSize(PHONE)
  await expectAccessible(page)
  await page.setViewportSize(DESKTOP)
}

/** Creates a batch of three keys for one album, with the form, and returns the keys that its CSV file contains. */
async function createBatch(admin: Page): Promise<string[]> {
  await admin.goto('/admin?tab=keys')
  await admin.getByRole('button', { name: 'Schlüssel generieren', exact: true }).first().click()
  const order = admin.getByRole('dialog', { name: 'Schlüssel generieren' })
  await order.getByLabel('Anzahl Schlüssel').fill('3')
  await order.getByLabel('Einlösungen je Schlüssel').fill('2')
  await order.getByLabel('Notiz').fill('Sommerfest')
  await order.getByRole('radio', { name: /^Alben auswählen/ }).check()
  await order.getByRole('combobox', { name: 'Album hinzufügen' }).fill('Mess')
  await order.getByRole('option', { name: /^Messing/ }).click()
  await order.getByRole('switch', { name: 'Mit Videos' }).click()
  await order.getByLabel('Einlösbar bis').fill('2099-12-31')
  await expect(
    order.getByText(
      '3 Schlüssel für je 2 Personen: 1 Album ohne Videos, einlösbar bis 31.12.2099, für immer.',
    ),
  ).toBeVisible()
  await expectAccessibleInBoth(admin)
  await order.getByRole('button', { name: '3 Schlüssel generieren' }).click()
  const row = admin.getByRole('row', { name: /3 Schlüssel/ })
  await expect(row).toContainText('Sommerfest')
  await expect(row).toContainText('0 von 6')
  await expectAccessibleInBoth(admin)
  const downloading = admin.waitForEvent('download')
  await admin.getByRole('button', { name: 'CSV' }).click()
  const file = await readFile(await (await downloading).path(), 'utf8')
  const [head, ...lines] = file.trim().split('\r\n')
  expect(head).toContain('"Schlüssel";"Link";"Notiz";"Umfang"')
  for (const line of lines) expect(line).toContain('"Sommerfest";"1 Album";"ohne Videos";"0";"2"')
  return lines.map((line) => /^"([^"]+)"/.exec(line)?.[1] ?? '')
}

/** Opens the sheet of paper tags, which has a tag with a QR code for each key, and is printed on one page of A4. */
async function expectSheet(admin: Page, url: string, keys: readonly string[]): Promise<void> {
  const opening = admin.context().waitForEvent('page')
  await admin.getByRole('link', { name: 'Bogen drucken: 3 Schlüssel' }).click()
  const sheet = await opening
  const tags = sheet.getByRole('region', { name: 'Seite 1 von 1' }).getByRole('listitem')
  await expect(tags).toHaveCount(keys.length)
  for (const key of keys) {
    await expect(tags.filter({ hasText: key })).toContainText('31.12.2099')
    expect(await textOfCode(sheet.getByRole('img', { name: `QR-Code für ${key}` }))).toBe(`${url}/k/${key}`)
  }
  await expect(tags.getByText('Sommerfest')).toHaveCount(0)
  await sheet.getByRole('checkbox', { name: 'Notiz aufdrucken' }).check()
  await expect(tags.getByText('Sommerfest')).toHaveCount(keys.length)
  await expectAccessibleInBoth(sheet)
  await sheet.emulateMedia({ media: 'print' })
  const box = await tags.first().boundingBox()
  expect([box?.width, box?.height].map((pixels = 0) => Math.round((pixels * 25.4) / 96))).toEqual([94, 51])
  expect(await printedPages(sheet)).toEqual([[210, 297]])
  await sheet.close()
}

/** Width and height in millimetres of each page that a print of this page has. */
async function printedPages(page: Page): Promise<number[][]> {
  const file = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  return [...file.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map((size) =>
    size.slice(1).map((points) => Math.round((Number(points) * 25.4) / 72)),
  )
}

/** Gives the member a key for another album, without the forms. */
async function giveAlbum(admin: Page, member: Page, title: string): Promise<void> {
  const headers = await headersOf(admin)
  const { album } = await (await admin.request.get(`/albums/${title}`, { headers })).json()
  const scope = { kind: 'albums', albumIds: [album.albumId], hasVideos: false }
  const order = { count: 1, maxUses: 1, note: '', scope, expiresAt: null, stayDays: null }
  const made = await (await admin.request.post('/api/admin/key-batches', { headers, data: order })).json()
  const own = await headersOf(member)
  const { user } = await (await member.request.get('/api/user/profile', { headers: own })).json()
  const data = { key: made.keys[0].key, uid: user.id }
  const redeemed = await member.request.post('/api/admin-verify-key', { headers: own, data })
  expect(redeemed.ok(), await redeemed.text()).toBe(true)
}

/** Adds a track of the open album to the queue, with its menu. */
async function queueTrack(member: Page, title: string): Promise<void> {
  await member.getByRole('button', { name: `Mehr zu ${title}` }).click()
  await member.getByRole('menuitem', { name: 'Zur Warteschlange' }).click()
  await expect(member.getByText(`Warteschlange: ${title} hinzugefügt`)).toBeVisible()
}

test('a batch of keys is printed; a guest redeems one, sees its album, and loses it when the keys are withdrawn', async ({
  archive,
  newPerson,
}) => {
  const admin = await newPerson()
  await enterAsAdmin(admin, archive, OUTSIDE_APP)
  await addTones(admin, 'Messing', { Amboss: 40, Blech: 40 })
  await addTones(admin, 'Kupfer', { Kessel: 40 })
  const keys = await createBatch(admin)
  expect(keys).toHaveLength(3)
  await expectSheet(admin, archive.url, keys)

  // The link of a tag says what the key opens, without a login and without titles, and no search engine lists it.
  const member = await newPerson({ phone: true })
  await listenIn(member)
  await member.goto(`/k/${keys[0]}`)
  await expect(member.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
  await expect(member.getByRole('heading', { name: 'Dieser Schlüssel öffnet 1 Album' })).toBeVisible()
  await expect(member.getByText('31.12.2099')).toBeVisible()
  await expect(member.getByText('Messing')).toHaveCount(0)
  await expectAccessible(member)
  await member.getByRole('button', { name: 'Schlüssel einlösen' }).click()
  const mara = person('mara')
  await fillRegistration(member, mara)
  await expect(member.getByText(/^Registrierung erfolgreich!/)).toBeVisible()
  await member.goto(await archive.linkInEmailTo(mara.email))
  await expect(member.getByRole('heading', { name: 'Willkommen. 1 Album ist offen.' })).toBeFocused()
  await expectAccessible(member)

  // The archive and the search know this album only.
  await member.getByRole('button', { name: 'Zum Archiv' }).click()
  const messing = member.getByRole('button', { name: /^Messing/ })
  const kupfer = member.getByRole('button', { name: /^Kupfer/ })
  await expect(messing).toBeVisible()
  await expect(kupfer).toHaveCount(0)
  await expect(member.getByRole('paragraph').filter({ hasText: '1 von 2 Alben' })).toBeVisible()
  await expectAccessible(member)
  for (const title of ['Amboss', 'Kessel']) await expectInIndex(admin, title)
  await member.getByRole('banner').getByRole('button', { name: 'Suchen' }).click()
  const search = member.getByRole('dialog', { name: 'Suche' })
  const found = search.getByRole('option')
  await search.getByRole('combobox', { name: 'Alles durchsuchen' }).fill('Amboss')
  await expect(found.filter({ hasText: 'Amboss' }).first()).toBeVisible()
  await search.getByRole('combobox', { name: 'Alles durchsuchen' }).fill('Kessel')
  await expect(search.getByRole('heading', { name: 'Nichts gefunden' })).toBeVisible()
  await member.goBack()

  // Tracks of both albums wait behind the one that plays.
  await giveAlbum(admin, member, 'Kupfer')
  await kupfer.click()
  await queueTrack(member, 'Kessel')
  await messing.click()
  await trackButton(member, 'Amboss').click()
  await expectSound(member)

  // Before the keys are withdrawn, the admin sees who loses what.
  await admin.reload()
  await admin.getByRole('button', { name: 'Aktionen für 3 Schlüssel' }).click()
  await admin.getByRole('menuitem', { name: 'Zurückziehen...' }).click()
  const question = admin.getByRole('alertdialog', { name: '3 Schlüssel zurückziehen?' })
  await expect(question.getByRole('button', { name: 'Abbrechen' })).toBeFocused()
  await expect(question.getByRole('listitem')).toHaveText([/^mara.*behält 1 Album.*1 Album weniger$/])
  await question.getByRole('radio', { name: 'Nur sperren' }).check()
  await expect(question.getByText('Niemand hat danach weniger als vorher.')).toBeVisible()
  await question.getByRole('radio', { name: 'Auch zurücknehmen, was sie gaben' }).check()
  await expectAccessibleInBoth(admin)
  await question.getByRole('button', { name: 'Zurückziehen und zurücknehmen' }).click()
  await expect(admin.getByText('3 Schlüssel zurückgezogen, 1 Person hat weniger')).toBeVisible()
  await expect(admin.getByRole('button', { name: 'Zurückgezogen 3' })).toBeVisible()

  // The open page loses the album. Its track ends and is named, and the queue goes on with the other album.
  await expect(member.getByText('„Amboss“ öffnet dein Schlüssel nicht')).toBeVisible()
  await expect(player(member)).toContainText('Kessel')
  await expectSound(member)
  await expect(member.getByRole('heading', { name: 'Das öffnet dein Schlüssel nicht' })).toBeVisible()
  await expectAccessible(member)
  await member.getByRole('link', { name: 'Zu deinen Alben' }).click()
  await expect(kupfer).toBeVisible()
  await expect(messing).toHaveCount(0)
  await expect(member.getByRole('alert').filter({ hasText: keys[0] ?? '' })).toHaveText(
    `Der Schlüssel „${keys[0]}“ wurde zurückgezogen. 1 Album ist zu.`,
  )
  await expectAccessible(member)
})
