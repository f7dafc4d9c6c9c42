import type { Page } from '@playwright/test'
import { addVideoByCall, createKey, expectInIndex } from './archive-calls.ts'
import { addMember, enterAsAdmin, loginByCall, OUTSIDE_APP, person, tabTo } from './people.ts'
import { expectSound, listenIn, secondsPlayed } from './playback-checks.ts'
import { expectSameSecond } from './same-second.ts'
import { expect, expectAccessible, test } from './test.ts'

/** A video of a minute in which no moment looks or sounds like another one. */
const VIDEO = new URL('samples/minute.webm', import.meta.url).pathname

/** The region of the video. Its buttons are pressed by keys, because the pointer cannot reach them once they fade. */
const stage = (page: Page) => page.getByRole('region', { name: 'Film läuft' })

const isPaused = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.paused)

test('two members watch videos together: opened from a menu, joined with a phone, in fullscreen with the conversation', async ({
  archive,
  newPerson,
}) => {
  const desk = await newPerson()
  await listenIn(desk)
  await enterAsAdmin(desk, archive, OUTSIDE_APP)
  await addVideoByCall(desk, 'Gespräch am Hafen', VIDEO)
  await addVideoByCall(desk, 'Kran bei Nacht', VIDEO)
  await expectInIndex(desk, 'Kran')
  await addMember(archive, person('okan'), await createKey(desk))
  const phone = await newPerson({ phone: true })
  await listenIn(phone)
  await loginByCall(phone, archive, person('okan'), OUTSIDE_APP)

  // The room is opened from the menu of a video, and waits.
  await desk.goto('/videos')
  await desk.getByRole('button', { name: 'Mehr zu Gespräch am Hafen' }).click()
  await desk.getByRole('menuitem', { name: 'Kinoabend öffnen' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Kinoabend öffnen' })
  await expect(dialog.getByLabel('Name des Raums')).toHaveValue('chefin zeigt Gespräch am Hafen')
  await dialog.getByLabel('Name des Raums').fill('Kinoabend am Hafen')
  await dialog.getByRole('button', { name: 'Kinoabend öffnen' }).click()
  await expectSound(desk)
  await stage(desk).getByRole('button', { name: 'Für alle anhalten' }).press('Enter')
  await expect.poll(() => isPaused(desk)).toBe(true)
  await stage(desk).getByRole('slider', { name: 'Position im Raum' }).press('PageUp')
  await expect(
    desk
      .getByRole('region', { name: 'Gespräch im Raum' })
      .getByText('chefin hat „Gespräch am Hafen“ eingelegt'),
  ).toBeVisible()

  // The other member finds the room in the list, and adds a video.
  await phone.goto('/rooms')
  const row = phone.getByRole('listitem').filter({ hasText: 'Kinoabend am Hafen' })
  await expect(row).toContainText(/Gespräch am Hafen, noch \d+ Minute/)
  await row.getByRole('link', { name: 'Kinoabend am Hafen beitreten' }).click()
  await phone.getByRole('tab', { name: /^Danach/ }).click()
  await phone.getByRole('button', { name: 'Video hinzufügen' }).click()
  await phone.getByRole('searchbox', { name: 'Archiv durchsuchen' }).fill('Kran')
  await phone
    .getByRole('dialog')
    .getByRole('button', { name: /^Kran bei Nacht/ })
    .click()
  const upcoming = desk.getByRole('region', { name: 'Gemeinsame Warteschlange' })
  await expect(upcoming.getByRole('listitem')).toHaveText([/Kran bei Nacht/])
  await expectAccessible(phone)
  await phone.getByRole('tab', { name: /^Leute/ }).click()

  // What the phone plays, plays for both, from the position that the desk has chosen. The next video follows for both.
  await stage(phone).getByRole('button', { name: 'Für alle abspielen' }).press('Enter')
  await expectSameSecond(desk, phone)
  await expect
    .poll(() => secondsPlayed(phone), { message: 'a tenth of a minute was skipped' })
    .toBeGreaterThan(6)
  await stage(phone).getByRole('button', { name: 'Nächstes Video für alle' }).press('Enter')
  for (const page of [desk, phone])
    await expect(page.getByText('Kran bei Nacht', { exact: true }).first()).toBeAttached()
  await expectSameSecond(desk, phone)
  await stage(desk).getByRole('button', { name: 'Für alle anhalten' }).press('Enter')
  await expect(stage(phone).getByRole('button', { name: 'Für alle abspielen' })).toBeVisible()

  // In fullscreen the conversation is beside the video, and what was typed stays.
  const field = desk.getByRole('textbox', { name: 'Nachricht', exact: true })
  await field.fill('Ton ist super')
  await tabTo(desk, stage(desk).getByRole('button', { name: 'Vollbild', exact: true }))
  await desk.keyboard.press('Enter')
  await expect(stage(desk).getByRole('button', { name: 'Vollbild beenden' })).toBeFocused()
  await expect(field).toBeHidden()
  await stage(desk).getByRole('button', { name: 'Gespräch neben dem Vollbild' }).press('Enter')
  await expect(field).toHaveValue('Ton ist super')
  await expect(desk.getByRole('region', { name: 'Gespräch im Raum' })).toBeVisible()
  await expectAccessible(desk)
  await field.press('Enter')
  await stage(desk).getByRole('button', { name: 'Vollbild beenden' }).press('Enter')
  await phone.getByRole('tab', { name: /^Gespräch/ }).click()
  await expect(phone.getByText('Ton ist super', { exact: true })).toBeVisible()
})
