import type { Locator, Page } from '@playwright/test'
import { addTones, player, queue, trackButton } from './albums.ts'
import { expectSound, listenIn, secondsPlayed } from './playback-checks.ts'
import { enterAsAdmin, OUTSIDE_APP } from './people.ts'
import { comeToRest, expect, expectAccessible, test } from './test.ts'

const LONG =
  'Kein Schnee in diesem Jahr, nur Regen auf der Autobahn Richtung Süden, dreihundert Kilometer vor Sonnenaufgang'

const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Großansicht' })

test('on desktops a double-click plays, Escape closes the topmost element, and the space bar plays and pauses', async ({
  archive,
  newPerson,
}) => {
  const page = await newPerson()
  await listenIn(page)
  await enterAsAdmin(page, archive, OUTSIDE_APP)
  await addTones(page, 'Stapel', { Eins: 90, Zwei: 90, Drei: 90 })
  await page.goto('/archive?album=Stapel')

  await trackButton(page, 'Eins').dblclick()
  await expectSound(page)
  await expect(trackButton(page, 'Eins')).toHaveAccessibleName('Eins pausieren')

  // The large view opens by key, button and cover, takes the focus, and returns it.
  const sheet = sheetOf(page)
  const large = player(page).getByRole('button', { name: 'Großansicht', exact: true })
  const cover = player(page).getByRole('button', { name: 'Großansicht öffnen' })
  for (const opener of [large, cover]) {
    await opener.click()
    await expect(sheet.getByRole('tab', { name: 'Songtext' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await expect(opener).toBeFocused()
  }
  await page.keyboard.press('f')
  await expect(sheet.getByRole('tab', { name: 'Songtext' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(sheet.getByRole('tab', { name: /^Als Nächstes/, selected: true })).toBeFocused()
  await expect(sheet.getByRole('list', { name: 'Warteschlange' })).toContainText('Drei')
  await page.keyboard.press('3')
  await expect(sheet.getByRole('tabpanel', { name: 'Notizen' })).toContainText('Erschienen')
  await page.keyboard.press('q')
  await expect(sheet.getByRole('tabpanel', { name: /^Als Nächstes/ })).toBeVisible()
  await page.keyboard.press('1')
  await expect(sheet.getByRole('tabpanel', { name: 'Songtext' })).toContainText('Kein Songtext')
  await expectAccessible(page)
  await page.keyboard.press('f')
  await expect(sheet).toBeHidden()

  // While the view fades out, the page can already be used.
  await page.keyboard.press('f')
  await expect(sheet).toBeVisible()
  await sheet.evaluate(async (view) => {
    // A view that is closed before it has opened does not fade.
    while (!view.matches(':modal')) await new Promise((resolve) => requestAnimationFrame(resolve))
    await Promise.all(view.getAnimations().map(({ finished }) => finished))
    view.addEventListener('transitionrun', (event) => {
      const isUsable = !view.matches(':modal') && !view.contains(document.activeElement)
      const isFading = event instanceof TransitionEvent && event.propertyName === 'opacity'
      if (isFading && isUsable) view.dataset['left'] = 'faded'
    })
  })
  await page.keyboard.press('Escape')
  await expect(page.locator('dialog[data-left="faded"]')).toBeAttached()
  await expect(sheet).toBeHidden()

  // Docked, the view replaces the bar, and the page beside it can be used.
  await page.keyboard.press('f')
  await sheet.getByRole('button', { name: 'Neben der Seite zeigen' }).click()
  const docked = page.getByRole('region', { name: 'Großansicht' })
  await expect(docked).toBeVisible()
  await expect(sheet).toBeHidden()
  await expect(player(page)).toBeHidden()
  await trackButton(page, 'Eins').click()
  await expect(trackButton(page, 'Eins')).toHaveAccessibleName('Eins abspielen')
  await expectAccessible(page)
  await page.setViewportSize({ width: 1200, height: 800 })
  await expect(sheet).toBeVisible()
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(docked).toBeVisible()
  // Waits until the history entry of the view over the page is removed: going back from it would cancel the reload.
  await expect.poll(() => page.evaluate(() => Boolean(history.state?.overlay))).toBe(false)
  // After a reload the view is still docked, and the focus is at the beginning of the page.
  await page.reload()
  await expect(docked).toBeVisible()
  await expect(docked).not.toBeFocused()
  await docked.getByRole('button', { name: 'Großansicht schließen' }).click()
  await expect(docked).toBeHidden()
  await expect(player(page)).toBeFocused()
  await trackButton(page, 'Eins').click()
  await expectSound(page)

  // Escape also closes the docked view, wherever the focus is; elements over the page are closed first.
  await page.keyboard.press('q')
  await expect(queue(page)).toBeVisible()
  await trackButton(page, 'Zwei').focus()
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(queue(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(queue(page)).toBeHidden()

  await player(page).getByRole('button', { name: 'Nächster Track' }).click()
  await expect(player(page)).toContainText('Zwei')
  await expectSound(page)
  await page.keyboard.press('Space')
  await expect.poll(() => secondsPlayed(page)).toBeUndefined()
  await expect(player(page)).toContainText('Zwei')
  await page.keyboard.press('Space')
  await expectSound(page)
  await expect(player(page)).toContainText('Zwei')
  // A button that was focused with the keyboard handles the space bar itself.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Space')
  await expect(player(page)).toContainText('Drei')
})

/** A touch that moves in steps. */
async function fingerOn(page: Page) {
  const session = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  let at = { x: 0, y: 0 }
  return {
    async down(element: Locator) {
      await expect(element).toBeVisible()
      await comeToRest(page)
      const box = await element.boundingBox()
      if (box === null) throw new Error('There is nothing to touch')
      at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
      await send('touchStart', [at])
    },
    async move(down: number) {
      const from = at.y
      for (const share of [0.25, 0.5, 0.75, 1]) {
        at = { ...at, y: from + down * share }
        await send('touchMove', [at])
      }
    },
    up: () => send('touchEnd', []),
  }
}

const shiftOf = (sheet: Locator) => sheet.evaluate((element) => getComputedStyle(element).translate)

test('on phones sheets follow the touch, their lists only scroll, and long titles leave the controls visible', async ({
  archive,
  newPerson,
}) => {
  const phone = await newPerson({ phone: true })
  await listenIn(phone)
  await enterAsAdmin(phone, archive, OUTSIDE_APP)
  await addTones(phone, 'Stapel', { [LONG]: 90, Zwei: 90 })
  await phone.goto('/archive?album=Stapel')
  await phone.getByRole('button', { name: new RegExp(`^${LONG} abspielen`) }).click()
  await expectSound(phone)
  const finger = await fingerOn(phone)
  const open = phone.getByRole('button', { name: /^Großansicht öffnen/ })
  const sheet = sheetOf(phone)

  await open.click()
  await finger.down(sheet.getByText('Spielt ab aus'))
  await finger.move(60)
  await expect.poll(() => shiftOf(sheet)).toBe('0px 60px')
  await finger.up()
  await expect.poll(() => shiftOf(sheet)).toBe('none')
  await finger.down(sheet.getByText('Spielt ab aus'))
  await finger.move(180)
  await finger.up()
  await expect(sheet).toBeHidden()

  // Swiping up the bar opens the view: it follows the finger, and returns if it was not pulled far enough.
  await finger.down(open)
  await finger.move(-100)
  await expect(sheet).toBeVisible()
  await finger.move(-40)
  const height = await phone.evaluate(() => innerHeight)
  await expect.poll(() => shiftOf(sheet)).toBe(`0px ${height - 140}px`)
  await finger.up()
  await expect(sheet).toBeHidden()
  await finger.down(open)
  await finger.move(-500)
  await finger.up()
  await expect.poll(() => shiftOf(sheet)).toBe('none')
  await sheet.getByRole('button', { name: 'Großansicht schließen' }).click()
  await expect(sheet).toBeHidden()

  // Back closes the view and stays on the page.
  const address = phone.url()
  await open.click()
  await expect(sheet).toBeVisible()
  await phone.goBack()
  await expect(sheet).toBeHidden()
  expect(phone.url()).toBe(address)

  await phone.setViewportSize({ width: 320, height: 640 })
  await open.click()
  await comeToRest(phone)
  for (const control of await sheet.getByRole('button').or(sheet.getByRole('slider')).all())
    await expect(control).toBeInViewport({ ratio: 1 })
  await expect
    .poll(() => sheet.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight))
    .toBe(0)
  await expectAccessible(phone)

  // A tab replaces the cover; chosen again, it shows the cover again.
  const songText = sheet.getByRole('tab', { name: 'Songtext' })
  await expect(sheet.getByRole('tabpanel')).toBeHidden()
  await songText.click()
  await expect(sheet.getByRole('tabpanel', { name: 'Songtext' })).toContainText('Kein Songtext')
  await expectAccessible(phone)
  await songText.click()
  await expect(sheet.getByRole('tabpanel')).toBeHidden()

  await sheet.getByRole('button', { name: 'Großansicht schließen' }).click()
  await fillQueue(phone, 12)
  await phone.getByRole('button', { name: /^Warteschlange(,|$)/ }).click()
  const rows = queue(phone).getByRole('listitem')
  const topOfList = () =>
    queue(phone)
      .getByRole('list')
      .evaluate((list) => list.parentElement?.scrollTop ?? -1)
  // A list that is longer than the screen scrolls, also from its top.
  await finger.down(rows.nth(5))
  await finger.move(-200)
  await finger.up()
  await expect.poll(topOfList).toBeGreaterThan(50)
  // Momentum may continue the scrolling for a moment.
  const putToTop = () =>
    queue(phone)
      .getByRole('list')
      .evaluate(({ parentElement }) => parentElement?.scrollTo(0, 0))
  await expect
    .poll(async () => {
      await putToTop()
      await comeToRest(phone)
      return topOfList()
    })
    .toBe(0)
  // Touches the middle of the visible list: a row outside of it may be rendered above.
  await finger.down(queue(phone).getByRole('list').locator('..'))
  await finger.move(250)
  await finger.up()
  expect(await shiftOf(queue(phone))).toBe('none')
  await expect(queue(phone)).toBeVisible()
  await finger.down(queue(phone).getByRole('heading', { name: 'Warteschlange' }))
  await finger.move(200)
  await finger.up()
  await expect(queue(phone)).toBeHidden()
})

/** Adds the second track to the queue this number of times. */
async function fillQueue(page: Page, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await trackButton(page, 'Zwei').focus()
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: 'Zur Warteschlange' }).click()
  }
}
