import type { Page } from '@playwright/test'
import { addTones, openAlbum } from './albums.ts'
import { createKey, expectInIndex, headersOf } from './archive-calls.ts'
import { addMember, enterAsAdmin, loginByCall, OUTSIDE_APP, person, tabTo } from './people.ts'
import { expectSound, listenIn, secondsPlayed } from './playback-checks.ts'
import { expectSameSecond } from './same-second.ts'
import { expect, expectAccessible, test } from './test.ts'

/** The host changes whether only invited members may join. */
async function switchInviteOnly(phone: Page): Promise<void> {
  await phone.getByRole('button', { name: 'Raum: einladen, einstellen, verlassen' }).click()
  await phone.getByRole('menuitem', { name: 'Raum einstellen' }).click()
  const dialog = phone.getByRole('dialog', { name: 'Raum einstellen' })
  await dialog.getByRole('switch', { name: 'Nur mit Einladung' }).click()
  const saved = phone.waitForResponse((answer) => answer.url().endsWith('/commands'))
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await saved
}

/** The host lets only invited members join, and copies the link, which is another one than before. */
async function closeRoom(phone: Page, before = ''): Promise<string> {
  await switchInviteOnly(phone)
  let link = ''
  await expect(async () => {
    await phone.getByRole('button', { name: 'Raum: einladen, einstellen, verlassen' }).click()
    await phone.getByRole('menuitem', { name: 'Link zum Einladen kopieren' }).click()
    link = await phone.evaluate(() => navigator.clipboard.readText())
    expect(link).toContain('#')
    expect(link).not.toBe(before)
  }).toPass()
  return link
}

test('two members hear a room: one opens it from an album, the other joins with a phone, both control it', async ({
  archive,
  newPerson,
}) => {
  const desk = await newPerson()
  await listenIn(desk)
  await enterAsAdmin(desk, archive, OUTSIDE_APP)
  await addTones(desk, 'Nordlicht Süd', { Brücke: 240, Kessel: 240, Morgen: 240 })
  await addMember(archive, person('okan'), await createKey(desk))
  await addMember(archive, person('mila'), await createKey(desk))
  // The index of the search is written after the calls.
  const headers = await headersOf(desk)
  const found = async () =>
    (await desk.request.get('/api/search', { headers, params: { q: 'Kessel' } })).text()
  await expect.poll(found, { message: 'Kessel is found' }).toContain('Kessel')
  const phone = await newPerson({ phone: true })
  await listenIn(phone)
  await loginByCall(phone, archive, person('okan'), OUTSIDE_APP)

  // The room is opened from the menu of a track.
  await openAlbum(desk, 'Nordlicht Süd')
  await desk.getByRole('button', { name: 'Mehr zu Brücke' }).click()
  await desk.getByRole('menuitem', { name: 'Hörraum öffnen' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Hörraum öffnen' })
  await expect(dialog.getByLabel('Name des Raums')).toHaveValue('chefin hört Brücke')
  await dialog.getByLabel('Name des Raums').fill('Nachtschicht')
  await expectAccessible(desk)
  await dialog.getByRole('button', { name: 'Hörraum öffnen' }).click()
  const stage = desk.getByRole('region', { name: 'Läuft gerade' })
  await expect(stage).toContainText('Brücke')
  await expectSound(desk)

  // The other member finds the room in the list and joins.
  await phone.goto('/rooms')
  await phone.getByRole('link', { name: 'Nachtschicht beitreten' }).waitFor()
  await expectAccessible(phone)
  await phone.getByRole('link', { name: 'Nachtschicht beitreten' }).click()
  await expect(phone.getByRole('region', { name: 'Läuft gerade' })).toContainText('Brücke')
  await expectSameSecond(desk, phone)
  await expect(desk.getByRole('button', { name: 'okan' })).toBeVisible()
  await expectAccessible(phone)
  await expectAccessible(desk)

  // The members write in the conversation of the room.
  await phone.getByRole('textbox', { name: 'Nachricht', exact: true }).fill('Kopfhörer auf')
  await phone.getByRole('button', { name: 'Senden' }).click()
  const talk = desk.getByRole('region', { name: 'Gespräch im Raum' })
  await expect(talk.getByText('okan ist da', { exact: true })).toBeVisible()
  await expect(talk.getByText('Kopfhörer auf', { exact: true })).toBeVisible()

  // A track that the phone adds is in the queue of both. A pause and another position apply to both.
  await phone.getByRole('tab', { name: /^Leute/ }).click()
  await phone.getByRole('tab', { name: /^Warteschlange/ }).click()
  await phone.getByRole('button', { name: 'Titel hinzufügen' }).click()
  await expectInIndex(phone, 'Kessel')
  await phone.getByRole('searchbox', { name: 'Archiv durchsuchen' }).fill('Kessel')
  await phone
    .getByRole('dialog')
    .getByRole('button', { name: /^Kessel/ })
    .click()
  const upcoming = desk.getByRole('region', { name: 'Gemeinsame Warteschlange' })
  await expect(upcoming.getByRole('listitem')).toHaveText([/Kessel/])
  await phone.getByRole('button', { name: 'Für alle anhalten' }).click()
  await expect(desk.getByRole('button', { name: 'Für alle abspielen' })).toBeVisible()
  await desk.getByRole('slider', { name: 'Position im Raum' }).press('PageUp')
  await tabTo(desk, desk.getByRole('button', { name: 'Für alle abspielen' }))
  await desk.keyboard.press('Enter')
  await expect(phone.getByRole('button', { name: 'Für alle anhalten' })).toBeVisible()
  await expectSameSecond(desk, phone)
  await expect
    .poll(() => secondsPlayed(phone), { message: 'a tenth of four minutes was skipped' })
    .toBeGreaterThan(24)

  // Votes decide what is skipped. When the host leaves, the other member becomes the host.
  await desk.getByRole('button', { name: 'Raum einstellen: Name, Modus' }).click()
  await desk.getByRole('radio', { name: 'Abstimmung' }).check()
  await desk.getByRole('button', { name: 'Speichern' }).click()
  await phone.getByRole('button', { name: '0 Stimmen für Kessel' }).click()
  await expect(desk.getByRole('button', { name: '1 Stimme für Kessel', exact: true })).toBeVisible()
  await desk.getByRole('button', { name: /^Überspringen 0 von 2/ }).click()
  await expect(phone.getByRole('button', { name: /^Überspringen 1 von 2/ })).toBeVisible()
  await expectAccessible(phone)
  await phone.getByRole('button', { name: /^Überspringen 1 von 2/ }).click()
  await expect(stage).toContainText('Kessel')
  await desk.getByRole('button', { name: 'Verlassen' }).click()
  await expect(desk.getByRole('alertdialog', { name: 'Hörraum verlassen?' })).toContainText(
    'okan übernimmt dann.',
  )
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Verlassen' }).click()
  await expect(desk.getByRole('link', { name: 'Nachtschicht beitreten' })).toBeVisible()
  await phone.getByRole('tab', { name: /^Gespräch/ }).click()
  const lines = phone.getByRole('list', { name: 'Nachrichten' })
  await expect(lines.getByText('okan ist am längsten da und jetzt Gastgeber', { exact: true })).toBeVisible()

  // The new host closes the room. Opened and closed again, it has another link, and only that one leads into it.
  await phone.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const first = await closeRoom(phone)
  await switchInviteOnly(phone)
  const second = await closeRoom(phone, first)
  await loginByCall(desk, archive, person('mila'))
  await desk.goto(new URL(first).pathname)
  await expect(desk.getByRole('heading', { name: 'Nur mit Einladung' })).toBeVisible()
  await desk.goto(first)
  await expect(desk.getByText(/^In diesen Raum kommst du nur mit einer Einladung\./)).toBeVisible()
  await expectAccessible(desk)
  await desk.goto(second)
  await expect(stage).toContainText('Kessel')
  await expect(lines.getByText('mila ist da', { exact: true })).toBeVisible()
  await expect(desk.getByRole('button', { name: 'Einladen', exact: true })).toBeVisible()
})
