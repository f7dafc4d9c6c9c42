import type { Page } from '@playwright/test'
import { addAlbumByCall, createKey, headersOf } from './archive-calls.ts'
import { addMember, enterAsAdmin, loginByCall, OUTSIDE_APP, person } from './people.ts'
import { listenIn, playedSince } from './playback-checks.ts'
import { expectSameSecond } from './same-second.ts'
import { toneFile } from './tones.ts'
import { expect, expectAccessible, test } from './test.ts'

const TITLE = 'Zweite Halbzeit'

/** Moves the premiere of the album, by a call of an admin. */
async function moveTo(page: Page, opensAt: string): Promise<void> {
  const url = `/api/album-premiere/${encodeURIComponent(TITLE)}`
  const data = { opensAt, isCovered: true }
  const answer = await page.request.put(url, { headers: await headersOf(page), data })
  expect(answer.status()).toBe(200)
}

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()

test('two members wait for an album, hear it at its minute, and their conversation stays with it', async ({
  archive,
  newPerson,
}) => {
  const admin = await newPerson()
  await enterAsAdmin(admin, archive, OUTSIDE_APP)
  await addAlbumByCall(admin, {
    title: TITLE,
    tracks: ['Anpfiff', 'Flutlicht'],
    sound: [toneFile(240, 440), toneFile(240, 550)],
    premiere: { opensAt: inSeconds(2 * 86_400), isCovered: true },
  })
  const key = await createKey(admin)
  await addMember(archive, person('mila'), key)
  await addMember(archive, person('okan'), await createKey(admin))
  const desk = await newPerson()
  await listenIn(desk)
  await loginByCall(desk, archive, person('mila'), OUTSIDE_APP)
  const phone = await newPerson({ phone: true })
  await listenIn(phone)
  await loginByCall(phone, archive, person('okan'), OUTSIDE_APP)

  // The start page shows a countdown, and a member can choose there to be informed.
  await desk.goto('/')
  const card = desk.getByRole('region', { name: TITLE })
  await expect(card.getByRole('timer')).toHaveAccessibleName(/^Noch 1 Tag, 23 Std\., 59 Min\., \d\d Sek\.$/)
  await card.getByRole('button', { name: 'Bescheid geben' }).click()
  await expect(card.getByRole('button', { name: 'Du bekommst Bescheid', pressed: true })).toBeVisible()
  await expectAccessible(desk)
  await card.getByRole('link', { name: 'Zum Warteraum' }).click()

  // Both wait, and write.
  const waiting = desk.getByRole('region', { name: 'Warteraum' })
  await expect(waiting).toContainText('Du bist als Erstes da')
  await phone.goto('/')
  await phone.getByRole('link', { name: 'Zum Warteraum' }).click()
  await expect(waiting).toContainText('1 Person wartet mit dir')
  await phone.getByRole('textbox', { name: 'Nachricht', exact: true }).fill('Mit Flutlicht. Fünf Euro.')
  await phone.getByRole('button', { name: 'Senden' }).click()
  const talk = desk.getByRole('region', { name: 'Gespräch im Raum' })
  await expect(talk.getByText('Mit Flutlicht. Fünf Euro.', { exact: true })).toBeVisible()
  await expectAccessible(desk)
  await expectAccessible(phone)

  // The premiere is moved to a few seconds from now. Then, without any press, both pages play the first track, and not
  // earlier.
  const opensAt = inSeconds(8)
  await moveTo(admin, opensAt)
  await expect(waiting.getByText('ist verschoben auf')).toBeVisible()
  for (const page of [desk, phone])
    await expect(page.getByRole('region', { name: 'Läuft gerade' })).toContainText('Anpfiff', {
      timeout: 30_000,
    })
  await expectSameSecond(desk, phone)
  for (const page of [desk, phone])
    expect(await playedSince(page)).toBeGreaterThanOrEqual(Date.parse(opensAt))
  await expect(desk.getByText('Titel 1 von 2', { exact: true })).toBeVisible({ timeout: 15_000 })
  await expect(talk.getByText('Jetzt: Titel 1 von 2, Anpfiff', { exact: true })).toBeVisible()
  const live = desk.getByRole('region', { name: 'Läuft gerade' })
  const bar = desk.getByRole('region', { name: 'Player', exact: true })
  await live.getByRole('button', { name: 'Ton aus' }).click()
  await expect(bar.getByRole('button', { name: 'Ton an' })).toBeVisible()
  await expect(bar.getByRole('link', { name: `Premiere: ${TITLE}` })).toBeVisible()
  await expect(bar.getByRole('button', { name: 'Nächster Track' })).toBeHidden()
  await phone.getByRole('tab', { name: /^Titel/ }).click()
  await expect(phone.getByRole('region', { name: 'Das Album' }).getByRole('listitem')).toHaveCount(2)
  await expectAccessible(desk)
  await expectAccessible(phone)

  // After a reload the page is in the room again. After leaving it, the start page shows that the premiere is open.
  await desk.reload()
  await expect(desk.getByRole('region', { name: 'Läuft gerade' })).toContainText('Anpfiff')
  await expectSameSecond(desk, phone)
  await desk.getByRole('button', { name: 'Verlassen' }).click()
  await expect(desk.getByText(/^Läuft seit .+, du steigst bei Titel 1 ein\.$/)).toBeVisible()
  const notice = desk.getByRole('region', { name: 'Premieren' })
  await expect(notice).toContainText(`Die Türen von „${TITLE}“ sind offen.`)
  await notice.getByRole('button', { name: 'Hinweis schließen' }).click()
  await expect(notice).toBeHidden()
})

test('an admin fills in a premiere, calls it off, and finds the album among those that only admins see', async ({
  archive,
  newPerson,
}) => {
  const admin = await newPerson()
  await enterAsAdmin(admin, archive, '/admin?tab=album')
  await admin.getByRole('switch', { name: 'Als Premiere veröffentlichen' }).click()
  await admin.getByLabel('Datum').fill('2020-01-01')
  await expect(admin.getByText('Dieser Zeitpunkt ist schon vorbei.', { exact: true })).toBeVisible()
  await admin.getByLabel('Datum').fill('2090-01-01')
  await expect(admin.getByText(/Es gilt die Uhr des Servers/)).toBeVisible()
  await expect(admin.getByRole('switch', { name: 'Im Chat Room ankündigen' })).toBeChecked()
  await expect(admin.getByRole('button', { name: 'Premiere ansetzen' })).toBeVisible()
  await expectAccessible(admin)

  await addAlbumByCall(admin, {
    title: 'Nachspielzeit',
    tracks: ['Pfiff'],
    sound: [toneFile(5, 440)],
    premiere: { opensAt: inSeconds(86_400), isCovered: true },
  })
  await admin.goto('/admin?tab=tracks')
  await admin.getByRole('link', { name: 'Nachspielzeit bearbeiten' }).click()
  const premiere = admin.getByRole('region', { name: 'Premiere' })
  await premiere.getByRole('switch', { name: 'Im Chat Room ankündigen' }).click()
  await premiere.getByRole('button', { name: 'Ankündigen', exact: true }).click()
  await expect(premiere).toContainText('Im Chat Room angekündigt')
  await premiere.getByRole('button', { name: 'Premiere absagen…' }).click()
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Absagen' }).click()
  await expect(premiere).toContainText('Abgesagt. Nur Admins sehen das Album.')
  await expectAccessible(admin)
  await premiere.getByRole('button', { name: 'Jetzt veröffentlichen…' }).click()
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Veröffentlichen' }).click()
  await expect(premiere).toBeHidden()
})
