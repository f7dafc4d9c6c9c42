import { recordPlay } from '@tonarchiv/contract/plays'
import type { Page } from '@playwright/test'
import { expectSound, listenIn } from './hearing.ts'
import { becomeAdmin, becomeMember, person } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'
import { toneFile } from './tones.ts'

const go = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true }).click()

async function addAlbum(page: Page): Promise<void> {
  await go(page, 'Admin Panel')
  await page.getByRole('tab', { name: 'Add New Album' }).click()
  const form = page.getByRole('form', { name: 'Add New Album' })
  await form.getByLabel('Titel', { exact: true }).fill('Nordlicht Süd')
  await form.getByLabel('Erscheinungsjahr').fill('2024')
  await form.getByLabel('Typ').selectOption('Album')
  await form.getByLabel(/Mehrere Audiodateien/).setInputFiles([
    { name: '01 Abfahrt.wav', mimeType: 'audio/wav', buffer: toneFile(20) },
    { name: '02 Süßholz.wav', mimeType: 'audio/wav', buffer: toneFile(12, 660) },
  ])
  await form.getByRole('button', { name: 'Album hinzufügen' }).click()
  await expect(page.getByText('Success')).toBeVisible()
}

test('a liked track waits in the Lieblingssongs, plays from there and can be removed; home shows what is new and played', async ({
  archive,
  newPerson,
}) => {
  const page = await newPerson()
  await listenIn(page)
  await becomeAdmin(page, archive)
  await addAlbum(page)

  await go(page, 'Home')
  await page.getByRole('link', { name: /Nordlicht Süd/ }).click()
  const row = page.getByRole('row', { name: /Süßholz/ })
  await row.getByRole('button', { name: 'Zu „Lieblingssongs“ hinzufügen' }).click()
  await expect(page.getByText('Zu "Lieblingssongs" hinzugefügt')).toBeVisible()
  await expect(row.getByRole('button', { name: 'Aus „Lieblingssongs“ entfernen' })).toBeVisible()

  await go(page, 'Lieblingssongs')
  const played = page.waitForRequest(/\/api\/stream\//)
  await page.getByRole('button', { name: /^Süßholz.*abspielen$/ }).click()
  await expectSound(page)
  await expectAccessible(page)
  const file = new URL((await played).url()).pathname.split('/').at(-1) ?? ''

  // Thirty seconds heard would take thirty seconds.
  const trackId = await page.evaluate(async (name) => {
    const token = localStorage.getItem('authToken') ?? ''
    const answer = await fetch(`/albums?track=${name}`, { headers: { Authorization: `Bearer ${token}` } })
    const { albums } = await answer.json()
    return String(albums[0].tracks.find((track: { file: string }) => track.file === name).id)
  }, file)
  const status = await page.evaluate(
    async ({ path, id }) => {
      const token = localStorage.getItem('authToken') ?? ''
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
      return (await fetch(path, { method: 'POST', headers, body: JSON.stringify({ track_id: id }) })).status
    },
    { path: recordPlay.path, id: trackId },
  )
  expect(status).toBe(201)

  await page.getByRole('main').getByRole('button', { name: 'Aus „Lieblingssongs“ entfernen' }).click()
  await expect(page.getByText('Noch keine Lieblingssongs hinzugefügt')).toBeVisible()

  await page.reload()
  await expect(page.getByText('Noch keine Lieblingssongs hinzugefügt')).toBeVisible()
  await go(page, 'Home')
  await page.getByRole('button', { name: 'Alle anzeigen' }).click()
  const ranking = page.getByRole('dialog', { name: 'Top 10 Tracks' })
  await expect(ranking.getByRole('listitem')).toContainText([/^1.*Süßholz.*1 Stream$/])
  await page.keyboard.press('Escape')
  await expectAccessible(page)
})

test('without a key, home and Lieblingssongs are covered', async ({ archive, newPerson }) => {
  await becomeAdmin(await newPerson(), archive)
  const member = await newPerson()
  await becomeMember(member, archive, person('mara'))
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
