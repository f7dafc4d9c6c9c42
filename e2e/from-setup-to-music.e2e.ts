import { readFile } from 'node:fs/promises'
import type { Page, Response } from '@playwright/test'
import { sendForm } from './albums.ts'
import { expectSound, listenIn } from './playback-checks.ts'
import { becomeAdmin, becomeMember, person } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'
import { toneFile } from './tones.ts'

const cover = new URL('../server/src/testing/samples/cover.jpg', import.meta.url)

/** Adds an album of two tracks in the admin panel. */
async function addAlbum(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Admin Panel' }).click()
  await page.getByRole('tab', { name: 'Add New Album' }).click()
  const form = page.getByRole('form', { name: 'Add New Album' })
  await form.getByLabel('Titel', { exact: true }).fill('Nordlicht Süd')
  await form.getByLabel('Erscheinungsjahr').fill('2024')
  await form.getByLabel('Typ').selectOption('Album')
  await form.getByLabel(/Mehrere Audiodateien/).setInputFiles([
    { name: '01 Abfahrt.wav', mimeType: 'audio/wav', buffer: toneFile(20) },
    { name: '02 Süßholz.wav', mimeType: 'audio/wav', buffer: toneFile(12, 660) },
  ])
  await form
    .getByLabel('Cover auswählen')
    .setInputFiles({ name: 'cover.jpg', mimeType: 'image/jpeg', buffer: await readFile(cover) })
  await sendForm(page, form.getByRole('button', { name: 'Album hinzufügen' }))
}

/** Opens the album in the archive and plays a track, which is loaded by range requests. */
async function listenTo(page: Page, track: string): Promise<void> {
  const streams: Response[] = []
  page.on('response', (response) => {
    if (response.url().includes('/api/stream/')) streams.push(response)
  })
  await page.getByRole('navigation').getByRole('link', { name: 'Archive' }).click()
  await page.getByRole('button', { name: /^Nordlicht Süd/ }).click()
  await page.getByRole('button', { name: `${track} abspielen` }).click()
  await expectSound(page)
  await expect(page.getByRole('region', { name: 'Player' })).toContainText(track)
  expect(streams.length).toBeGreaterThan(0)
  for (const response of streams) {
    expect(response.status()).toBe(206)
    expect(response.url()).not.toContain('st_')
  }
}

// The server is started as operators start it.
test.use({ ownProcess: true })

test('from the set-up link to music: an admin adds an album, a member redeems a key, both play it', async ({
  archive,
  newPerson,
}) => {
  const admin = await newPerson()
  await listenIn(admin)
  await becomeAdmin(admin, archive)
  await addAlbum(admin)
  await listenTo(admin, 'Abfahrt')

  await admin.getByRole('link', { name: 'Admin Panel' }).click()
  await admin.getByRole('tab', { name: /Access Key/ }).click()
  await admin.getByRole('button', { name: 'Schlüssel generieren', exact: true }).first().click()
  await admin.getByRole('dialog').getByRole('button', { name: '1 Schlüssel generieren' }).click()
  const key = await admin
    .getByText(/^[A-Z0-9]{2}-[A-Z0-9]{4}-[A-Z0-9]{4}$/)
    .first()
    .innerText()
  await expectSound(admin)

  const member = await newPerson()
  await listenIn(member)
  await becomeMember(member, archive, person('mara'))
  await member.getByRole('navigation').getByRole('link', { name: 'Archive' }).click()
  await expect(
    member.getByText('Du brauchst einen Zugangsschlüssel um diesen Inhalt zu nutzen').first(),
  ).toBeVisible()
  await member.getByRole('button', { name: 'Zugangsschlüssel eingeben' }).first().click()
  await member
    .getByRole('textbox', { name: 'Zugangsschlüssel' })
    .pressSequentially(key.replaceAll('-', '').toLowerCase())
  await expect(member.getByRole('dialog')).toBeHidden()
  await listenTo(member, 'Süßholz')
  await expectAccessible(member)
})
