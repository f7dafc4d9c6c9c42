import { player } from './albums.ts'
import { isConnected } from './chat-page.ts'
import { expectApart, flawsOf } from './geometry.ts'
import { enterAsMember, person } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'

test('a search of the chat that cannot be loaded says so, and the chat with its draft stays', async ({
  archive,
  newPerson,
}) => {
  const code = /\/MessageSearch-[^/]+\.js$/
  const page = await newPerson({ expects: /net::ERR_FAILED/ })
  await page.route(code, (route) => route.abort())
  await enterAsMember(page, archive, person('mara'), '/chat')
  const draft = page.getByRole('textbox', { name: /Nachricht/ })
  await draft.fill('Kennt ihr das')
  const open = page.getByRole('button', { name: 'Nachrichten durchsuchen' })
  await open.click()
  await expect(page.getByText('Die Suche konnte nicht geladen werden')).toBeVisible()
  await expect(open).toHaveAttribute('aria-pressed', 'false')
  await expect(open).toBeFocused()
  await expect(draft).toHaveValue('Kennt ihr das')
  await expectAccessible(page)

  await page.unroute(code)
  await open.click()
  await expect(page.getByRole('complementary', { name: 'Suche' }).getByRole('searchbox')).toBeFocused()
})

test('messages that cannot be loaded say so, without pushing the composer below the player', async ({
  archive,
  newPerson,
}) => {
  const page = await newPerson({ expects: /net::ERR_|a status of 400|WebSocket connection to/ })
  const messages = /\/api\/chat\/messages/
  await page.route(messages, (route) => route.fulfill({ status: 400, json: {} }))
  await enterAsMember(page, archive, person('mara'), '/chat')
  const failure = page.getByRole('heading', { name: 'Fehler beim Laden der Nachrichten' })
  await expect(failure).toBeVisible()
  await expectAccessible(page)
  // Only a connection that was lost says when it is tried again.
  await isConnected(page)
  await page.context().setOffline(true)
  const bar = page.getByRole('main').getByText(/Neuer Versuch in/)
  await expect(bar).toBeVisible()
  for (const [width, height] of [
    [1440, 900],
    [1100, 720],
    [1024, 640],
    [390, 844],
    [320, 640],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expectApart(page.getByRole('textbox', { name: 'Nachricht', exact: true }), player(page))
    // Nothing of the bar above the failure is cut.
    await expect(bar).toBeInViewport({ ratio: 1 })
    await expect.poll(() => flawsOf(page)).toEqual([])
  }
  await page.unroute(messages)
  await page.context().setOffline(false)
  // The restored connection loads the messages without a press.
  await expect(page.getByText('Willkommen im Chat!')).toBeVisible()
})

test('the chat connects after its code could not be loaded at first', async ({ archive, newPerson }) => {
  const page = await newPerson({ expects: /net::ERR_/ })
  const code = /\/realtime-[^/]+\.js$/
  await page.route(code, (route) => route.abort())
  const failed = page.waitForEvent('requestfailed', (request) => code.test(request.url()))
  await enterAsMember(page, archive, person('mara'), '/chat')
  await failed
  await expect(page.getByText('Nicht verbunden', { exact: true })).toBeVisible()
  await page.unroute(code)
  await isConnected(page)
})
