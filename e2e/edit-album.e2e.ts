import type { Page } from '@playwright/test'
import { addAlbumByCall, headersOf } from './archive-calls.ts'
import { enterAsAdmin, enterAsMember, OUTSIDE_APP, person } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'
import { toneFile } from './tones.ts'

/** Adds a value to a field of several values. */
async function addToken(page: Page, name: string, value: string): Promise<void> {
  await page.getByRole('combobox', { name, exact: true }).fill(value)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: `${value} entfernen` }).first()).toBeVisible()
}

/** Makes the member of a page an admin; the request is sent by an admin. */
async function promote(admin: Page, username: string): Promise<void> {
  const headers = await headersOf(admin)
  const { users } = await (await admin.request.get('/api/admin/users', { headers })).json()
  const { id } = users.find((user: { username: string }) => user.username === username)
  const answer = await admin.request.put(`/api/admin/users/${id}`, { headers, data: { isAdmin: true } })
  expect(answer.ok(), await answer.text()).toBe(true)
}

test('everything of an album is edited on one page, and its artists and notes are seen in the archive', async ({
  archive,
  newPerson,
}) => {
  const page = await newPerson()
  await enterAsAdmin(page, archive, OUTSIDE_APP)
  const other = await newPerson()
  await enterAsMember(other, archive, person('frieda'), OUTSIDE_APP)
  await promote(page, 'frieda')
  await addAlbumByCall(page, {
    title: 'Zwischengeschoß',
    tracks: ['Kellertür', 'Fahrstuhlmusik'],
    sound: [toneFile(30), toneFile(30)],
  })
  await page.goto('/archive?album=Zwischengescho%C3%9F')
  const panel = page.getByRole('region', { name: /^Zwischengescho/ })
  await expect(panel.getByText('Notizen und Mitwirkende')).toHaveCount(0)
  await panel.getByRole('link', { name: 'Album bearbeiten' }).click()
  await expect(page.getByRole('heading', { name: 'Album bearbeiten', level: 1 })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Keine Änderungen' })).toBeVisible()
  await expectAccessible(page)

  // Changed fields are marked, listed and reset one by one; leaving the page asks for confirmation.
  await page.getByLabel('Titel', { exact: true }).first().fill('Zwischengeschoss')
  await addToken(page, 'Künstler', 'Kolja Brandt')
  await page.getByLabel('Erschienen').fill('12.5.2023')
  await addToken(page, 'Genre', 'Indie')
  await page.getByLabel('Label').fill('Falsch')
  const changes = page.getByRole('complementary')
  await expect(changes.getByRole('heading', { name: '5 Änderungen' })).toBeVisible()
  await changes.getByRole('button', { name: 'Label zurücksetzen' }).click()
  await expect(changes.getByRole('heading', { name: '4 Änderungen' })).toBeVisible()
  await expect(page.getByText('Vorher:').first()).toBeVisible()
  await page.getByRole('link', { name: 'Zurück zum Album' }).click()
  const question = page.getByRole('alertdialog', { name: 'Änderungen verwerfen?' })
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(question).toBeHidden()
  // Back asks each time, although the question itself has a history entry.
  for (let presses = 0; presses < 2; presses += 1) {
    await page.goBack()
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: 'Abbrechen' }).click()
    await expect(question).toBeHidden()
  }
  await expect(page.getByRole('textbox', { name: 'Erschienen' })).toHaveValue('12.5.2023')

  // Notes, credits and a guest.
  await page
    .getByRole('textbox', { name: 'Notizen' })
    .fill('Im *Treppenhaus*, [Bericht](https://beispiel.de/)')
  await page.getByRole('button', { name: 'Vorschau' }).click()
  await expect(page.getByRole('link', { name: 'Bericht' })).toHaveAttribute('rel', 'noopener noreferrer')
  await page.getByRole('button', { name: 'Rolle', exact: true }).click()
  await page.getByRole('textbox', { name: 'Rolle 1' }).fill('Gesang')
  await addToken(page, 'Namen zu Rolle 1', 'kolja brandt')
  await page.getByRole('button', { name: 'Fahrstuhlmusik bearbeiten' }).click()
  await expect(page.getByRole('button', { name: 'Datei von Fahrstuhlmusik ersetzen' })).toBeVisible()
  await addToken(page, 'Features', 'Ada Lindqvist')

  // Another admin saves meanwhile: the notice lists the changes, and the fields that were edited here keep their
  // values.
  const saved = await other.request.patch('/api/update-album/Zwischengescho%C3%9F', {
    headers: await headersOf(other),
    data: { type: 'ep', label: 'Kellertür Tonträger' },
  })
  expect(saved.ok(), await saved.text()).toBe(true)
  await expect(
    page.getByText('frieda hat gerade gespeichert. Typ: Album → EP · Label: leer → Kellertür Tonträger'),
  ).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Label' })).toHaveValue('Kellertür Tonträger')
  await expect(page.getByRole('textbox', { name: 'Erschienen' })).toHaveValue('12.5.2023')
  await changes.getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByText('Album gespeichert')).toBeVisible()
  await expect(changes.getByRole('heading', { name: 'Keine Änderungen' })).toBeVisible()

  // Back leaves the page after the changes were discarded. The old link leads to the album, which shows its artist, its
  // guest and its notes.
  await page.getByRole('textbox', { name: 'Quelle' }).fill('Kassette')
  await page.goBack()
  await question.getByRole('button', { name: 'Verwerfen' }).click()
  await expect(page).toHaveURL(/\/archive\?album=Zwischengescho%C3%9F$/)
  await expect(panel.getByRole('link', { name: 'Kolja Brandt' }).first()).toBeVisible()
  await expect(panel.getByRole('rowheader', { name: /Fahrstuhlmusik/ })).toContainText('mit Ada Lindqvist')
  await panel.getByRole('link', { name: 'Notizen und Mitwirkende' }).click()
  await expect(panel.getByRole('heading', { name: 'Mitwirkende' })).toBeVisible()
  await expect(panel.getByText('12.05.2023')).toBeVisible()
  await expect(panel.locator('em')).toHaveText('Treppenhaus')
  await expectAccessible(page)

  // The artist has a page. The page of a guest lists the other artist's album.
  await panel.getByRole('link', { name: 'Kolja Brandt' }).first().click()
  await expect(page.getByRole('heading', { name: 'Kolja Brandt', level: 1 })).toBeVisible()
  await expect(page.getByText('1 EP · 2 Titel')).toBeVisible()
  await page.getByRole('link', { name: 'Ada Lindqvist' }).first().click()
  await expect(page.getByRole('heading', { name: 'Zu hören bei' })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  await page.goto('/artists/nichts')
  await expect(page.getByRole('heading', { name: 'Diesen Künstler gibt es hier nicht' })).toBeVisible()
})
