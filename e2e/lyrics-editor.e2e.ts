import { addTones, player, trackButton } from './albums.ts'
import { saveLyricsByCall } from './archive-calls.ts'
import { enterAsAdmin, OUTSIDE_APP } from './people.ts'
import { expectSound, listenIn } from './playback-checks.ts'
import { comeToRest, expect, expectAccessible, test } from './test.ts'

test('an admin taps the times of lyrics while the track plays, on a desktop and on a phone', async ({
  archive,
  newPerson,
}) => {
  const page = await newPerson()
  await listenIn(page)
  await enterAsAdmin(page, archive, OUTSIDE_APP)
  await addTones(page, 'Mitgetippt', { Refrain: 120 })
  await saveLyricsByCall(page, 'Mitgetippt', 'Refrain', 'Eins\nZwei\nDrei')
  await page.goto('/archive?album=Mitgetippt')
  const row = page.getByRole('row', { name: /Refrain/ })
  await row.getByRole('button', { name: 'Mehr zu Refrain', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Songtext bearbeiten' }).click()
  await expect(page.getByRole('heading', { name: 'Songtext', exact: true })).toBeVisible()
  const time = (line: number) => page.getByRole('textbox', { name: `Zeit von Zeile ${line}` })
  await expect(time(3)).toHaveValue('')

  // The first press starts the track. Each further press sets the time of a line. The shortcuts of the player are off.
  await page.keyboard.press('Space')
  await expectSound(page)
  await page.keyboard.press('Space')
  await expect(time(1)).toHaveValue(/^0:\d\d,\d\d$/)
  await page.keyboard.press('Space')
  await expect(time(2)).toHaveValue(/^0:\d\d,\d\d$/)
  await expectSound(page)
  await page.keyboard.press('Backspace')
  await expect(time(2)).toHaveValue('')
  await expectAccessible(page)

  // A reload keeps the draft; the browser asks for confirmation before.
  const first = await time(1).inputValue()
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(time(1)).toHaveValue(first)

  // On a phone the controls of the editor are above the player bar.
  await page.setViewportSize({ width: 390, height: 844 })
  await time(2).fill('1:00,00')
  await page.keyboard.press('Enter')
  await time(3).fill('1:30,00')
  await page.keyboard.press('Enter')
  await comeToRest(page)
  const tap = page.getByRole('button', { name: 'Zeile beginnt jetzt' })
  await expect(tap).toBeInViewport({ ratio: 1 })
  await expect.poll(async () => (await tap.boundingBox())?.height).toBe(72)
  // A link that is half below the top bar counts as too small.
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByText('Songtext gespeichert')).toBeVisible()

  // The lines appear at these times in the large view.
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('link', { name: 'Zum Album' }).click()
  await trackButton(page, 'Refrain').click()
  await expectSound(page)
  await player(page).getByRole('button', { name: 'Großansicht', exact: true }).click()
  const line = page.getByRole('button', { name: 'Ab 1:00: Zwei' })
  await line.click()
  await expect(page.getByRole('listitem').filter({ has: line })).toHaveAttribute('aria-current', 'true')
})
