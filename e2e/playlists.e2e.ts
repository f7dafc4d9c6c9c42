import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { addAlbumByCall, createKey, headersOf } from './archive-calls.ts'
import { chooseInMenu, openAlbum, player } from './albums.ts'
import { addMember, enterAsAdmin, loginByCall, OUTSIDE_APP, person } from './people.ts'
import type { RunningArchive } from './running-archive.ts'
import { expect, expectAccessible, test } from './test.ts'
import { toneFile } from './tones.ts'

/** Makes a new account a friend of the admin, who invites it to the open playlist; then it opens the playlist. */
async function collaborateAs(friend: Page, admin: Page, archive: RunningArchive): Promise<void> {
  const okan = person('okan')
  await addMember(archive, okan, await createKey(admin))
  await loginByCall(friend, archive, okan)
  // If both send a request to each other, the second one makes them friends.
  for (const [from, to] of [
    [friend, 'chefin'],
    [admin, 'okan'],
  ] as const) {
    const headers = await headersOf(from)
    const { users } = await (await from.request.get(`/api/users/search?q=${to}`, { headers })).json()
    const data = { friendId: users[0].id }
    expect((await from.request.post('/api/friends/request', { headers, data })).ok()).toBe(true)
  }
  await admin.getByRole('button', { name: 'Mitwirkende einladen' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Mitwirkende einladen' })
  await dialog.getByRole('button', { name: 'okan einladen' }).click()
  await expect(dialog.getByRole('button', { name: 'okan entfernen' })).toBeVisible()
  await expectAccessible(admin)
  await admin.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await friend.goto(new URL(admin.url()).pathname)
}

/** The titles in the playlist that a page shows, from top to bottom. */
async function shownOn(page: Page): Promise<(string | null | undefined)[]> {
  const rows = page.getByRole('list', { name: 'Titel der Playlist' }).getByRole('listitem')
  return rows.evaluateAll((elements) =>
    elements
      .toSorted((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top)
      .map((row) => row.querySelector('[title]')?.getAttribute('title')),
  )
}

/**
 * Five pages of two accounts show the playlist and change it at the same time: they remove entries, undo that, and move
 * entries. In the end all show what the server has.
 * @returns the titles in their order
 */
async function changeAtOnce(admin: Page, friend: Page, phone: Page): Promise<string[]> {
  const [adminTab, friendTab] = [await admin.context().newPage(), await friend.context().newPage()]
  const pages = [admin, friend, phone, adminTab, friendTab]
  for (const tab of [adminTab, friendTab]) {
    await tab.goto(new URL(admin.url()).pathname)
    await expect(tab.getByRole('listitem').filter({ hasText: 'Abpfiff' })).toBeVisible()
  }
  const moveUp = async (page: Page, title: string) => {
    await page.getByRole('button', { name: new RegExp(`^${title} .*abspielen$`) }).focus()
    await page.keyboard.press('Alt+ArrowUp')
  }
  const remove = async (page: Page, title: string) => {
    await page.getByRole('button', { name: `${title} entfernen` }).click()
    // The toast is not removed while its button has the focus.
    await page.getByRole('button', { name: 'Rückgängig' }).focus()
  }
  await Promise.all([
    remove(admin, 'Anpfiff'),
    remove(friend, 'Abpfiff'),
    moveUp(adminTab, 'Flutlicht'),
    moveUp(friendTab, 'Flutlicht'),
  ])
  for (const page of pages) await expect.poll(async () => shownOn(page)).toEqual(['Flutlicht'])
  await Promise.all(
    [admin, friend].map(async (page) => page.getByRole('button', { name: 'Rückgängig' }).click()),
  )
  for (const page of pages)
    await expect(page.getByRole('list', { name: 'Titel der Playlist' }).getByRole('listitem')).toHaveCount(3)
  const { entries } = await (
    await admin.request.get(`/api${new URL(admin.url()).pathname}`, { headers: await headersOf(admin) })
  ).json()
  const stored: string[] = entries.map(({ title }: { title: string }) => title)
  expect(stored.toSorted()).toEqual(['Abpfiff', 'Anpfiff', 'Flutlicht'])
  for (const page of pages) await expect.poll(async () => shownOn(page)).toEqual(stored)
  for (const tab of [adminTab, friendTab]) await tab.close()
  return stored
}

test('a playlist is made from the archive, played and changed, and another device shows each change', async ({
  archive,
  newPerson,
}) => {
  const page = await newPerson()
  await enterAsAdmin(page, archive, OUTSIDE_APP)
  const titles = ['Anpfiff', 'Flutlicht', 'Abpfiff']
  await addAlbumByCall(page, { title: 'Nordkurve', tracks: titles, sound: toneFile(20), cover: true })

  await page.goto('/playlists')
  await expect(page.getByRole('heading', { name: 'Noch keine Playlist' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('complementary').getByRole('button', { name: 'Neue Playlist' }).click()
  const form = page.getByRole('dialog', { name: 'Neue Playlist' })
  await form.getByLabel('Name').fill('Nachtfahrten')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Anlegen' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Nachtfahrten' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Noch keine Titel' })).toBeVisible()

  await page.goto('/archive')
  await openAlbum(page, 'Nordkurve')
  for (const title of titles) {
    await chooseInMenu(page, title, 'Zur Playlist hinzufügen…')
    const dialog = page.getByRole('dialog', { name: 'Zur Playlist hinzufügen' })
    await expect(dialog.getByRole('searchbox')).toBeFocused()
    if (title === 'Anpfiff') await expectAccessible(page)
    await dialog.getByRole('button', { name: /^Nachtfahrten/ }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText(`1 Titel zu „Nachtfahrten“ hinzugefügt`)).toBeVisible()
  }

  const link = page.getByRole('complementary').getByRole('link', { name: 'Nachtfahrten' })
  await link.click()
  const list = page.getByRole('list', { name: 'Titel der Playlist' })
  await expect(list.getByRole('listitem')).toHaveCount(3)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Alle abspielen' }).click()
  await expect(player(page).getByRole('link', { name: 'Anpfiff' })).toBeVisible()

  const phone = await newPerson({ phone: true })
  await loginByCall(phone, archive, person('chefin'))
  await phone.getByRole('button', { name: 'Menü öffnen' }).click()
  const drawer = phone.getByRole('dialog', { name: 'Menü' })
  await expect(drawer.getByRole('link', { name: 'Nachtfahrten' })).toBeVisible()
  await expectAccessible(phone)
  await drawer.getByRole('link', { name: 'Nachtfahrten' }).click()
  const onPhone = phone.getByRole('list', { name: 'Titel der Playlist' })
  await expect(onPhone.getByRole('listitem')).toHaveCount(3)
  await expectAccessible(phone)

  await list.getByRole('button', { name: /^Abpfiff .*abspielen$/ }).focus()
  await page.keyboard.press('Alt+ArrowUp')
  const second = onPhone.locator('[data-place="1"]')
  await expect(second).toContainText('Abpfiff')
  await page.getByRole('button', { name: 'Flutlicht entfernen' }).click()
  await expect(onPhone.getByRole('listitem')).toHaveCount(2)
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(onPhone.getByRole('listitem')).toHaveCount(3)

  // A friend is invited, changes the playlist in another account's browser, and ends the collaboration.
  const okan = await newPerson()
  await collaborateAs(okan, page, archive)
  const onOkans = okan.getByRole('list', { name: 'Titel der Playlist' })
  await expect(onOkans.getByRole('listitem')).toHaveCount(3)
  await expect(page.getByText('okan ist gerade hier')).toBeVisible()
  await expect(okan.getByText('chefin ist gerade hier')).toBeVisible()
  await expectAccessible(okan)
  const order = await changeAtOnce(page, okan, phone)
  await okan.getByRole('button', { name: 'Mehr zu dieser Playlist' }).click()
  await okan.getByRole('menuitem', { name: 'Nicht mehr mitwirken' }).click()
  await expect(okan.getByRole('heading', { name: 'Diese Playlist gibt es hier nicht' })).toBeVisible()
  await expect(page.getByText('ist gerade hier')).toBeHidden()

  const more = page.getByRole('button', { name: 'Mehr zu dieser Playlist' })
  await more.click()
  await page.getByRole('menuitem', { name: 'Im Chat teilen' }).click()
  const share = page.getByRole('dialog', { name: 'Im Chat teilen' })
  await expect(share).toContainText('Nachtfahrten')
  await share.getByRole('button', { name: 'Teilen', exact: true }).click()
  await expect(share).toBeHidden()
  await expect(page.getByText('Im Chat geteilt')).toBeAttached()
  // On a slow connection the download of all files shows its progress, and can be cancelled.
  const network = await page.context().newCDPSession(page)
  const slow = { offline: false, latency: 0, downloadThroughput: 30_000, uploadThroughput: -1 }
  await network.send('Network.emulateNetworkConditions', slow)
  await page.getByRole('button', { name: 'Playlist herunterladen' }).click()
  await page.getByRole('button', { name: /^Download abbrechen, [1-9]\d* %$/ }).click()
  await expect(page.getByText('Download abgebrochen')).toBeAttached()
  await network.send('Network.emulateNetworkConditions', { ...slow, downloadThroughput: -1 })
  const saving = page.waitForEvent('download')
  await more.click()
  await page.getByRole('menuitem', { name: 'Herunterladen' }).click()
  const zip = await saving
  expect(zip.suggestedFilename()).toBe('Nachtfahrten.zip')
  const content = await readFile(await zip.path(), 'latin1')
  for (const [index, title] of order.entries())
    expect(content).toContain(`0${index + 1} Nordkurve - ${title}.wav`)

  await more.click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Exportieren (M3U8)' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('Nachtfahrten.m3u8')
  const exported = await readFile(await download.path(), 'utf8')

  // When one page deletes the playlist, the other one does not list it any more.
  await more.click()
  await page.getByRole('menuitem', { name: 'Löschen' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click()
  await expect(page).toHaveURL('/playlists')
  await expect(phone.getByRole('heading', { name: 'Diese Playlist gibt es hier nicht' })).toBeVisible()
  await expectAccessible(phone)

  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Importieren…' }).click()
  const buffer = Buffer.from(`${exported}/Volumes/USB/Track 07.wav\n`)
  await (await choosing).setFiles({ name: 'Nacht.m3u8', mimeType: 'audio/mpegurl', buffer })
  const result = page.getByRole('dialog', { name: '3 von 4 Zeilen gefunden' })
  await expect(result.getByText('/Volumes/USB/Track 07.wav')).toBeVisible()
  await expectAccessible(page)
  await result.getByRole('button', { name: 'Zur Playlist' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Nachtfahrten' })).toBeVisible()
  await expect(list.getByRole('listitem')).toHaveCount(3)

  const [exportedLink = ''] = /\/archive\?track=\S+/.exec(exported) ?? []
  await page.goto(exportedLink)
  await expect(page.getByText(`Track gefunden: ${order[0]} - Nordkurve`)).toBeVisible()

  // A smart playlist consists of rules; the editor shows how many tracks match.
  await page.getByRole('complementary').getByRole('button', { name: 'Neue Playlist' }).click()
  await form.getByLabel('Name').fill('Flut')
  await form.getByText('Automatisch nach Regeln füllen').click()
  await form.getByRole('button', { name: 'Anlegen' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Flut' })).toBeVisible()
  const rules = page.getByRole('form', { name: 'Regeln' })
  await expect(rules.getByText('3Titel treffen zu')).toBeVisible()
  await expectAccessible(page)
  await rules.getByLabel('Feld').selectOption('Titel')
  await rules.getByRole('textbox', { name: 'Titel' }).fill('flut')
  await expect(rules.getByText('1Titel trifft zu')).toBeVisible()
  await rules.getByRole('button', { name: 'Speichern' }).click()
  await expect(rules).toBeHidden()
  await expect(page.getByRole('button', { name: 'Regeln' })).toBeFocused()
  await expect(list.getByRole('listitem')).toHaveText([/Flutlicht/])

  await phone.getByRole('button', { name: 'Menü öffnen' }).click()
  await drawer.getByRole('link', { name: /^Flut.*automatisch/ }).click()
  await expect(onPhone.getByRole('listitem')).toHaveText([/Flutlicht/])
  await phone.getByRole('button', { name: 'Regeln' }).click()
  const onPhoneRules = phone.getByRole('form', { name: 'Regeln' })
  await expect(onPhoneRules.getByText('1Titel trifft zu')).toBeVisible()
  await expectAccessible(phone)
  await onPhoneRules.getByRole('textbox', { name: 'Titel' }).fill('pfiff')
  await expect(onPhoneRules.getByText('2Titel treffen zu')).toBeVisible()
  await phone.goBack()
  const question = phone.getByRole('alertdialog', { name: 'Änderungen verwerfen?' })
  await question.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(question).toBeHidden()
  await onPhoneRules.getByRole('button', { name: 'Speichern' }).click()
  // The other browser reads the playlist again.
  await expect(list.getByRole('listitem')).toHaveText([/Anpfiff/, /Abpfiff/])
})
