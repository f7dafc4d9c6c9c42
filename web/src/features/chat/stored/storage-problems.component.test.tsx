import { postMessage } from '@tonarchiv/contract/chat'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { connection, reportConnected } from '#client/connection.ts'
import { messageDatabase } from '#client/message-database.ts'
import { setStored } from '#client/signed-in-storage.ts'
import { useToast } from '#ui/dom/toast.ts'
import { field, renderDisconnected, stages, stored, write } from '../../../testing/disconnected-chat.tsx'
import { pngNamed } from '../../../testing/images.ts'
import { aUser } from '../../../testing/sign-in.ts'

const toast = () => useToast.getState().toast?.text
const FULL =
  'Der Speicher dieses Browsers ist voll. Was noch nicht gesendet ist, geht beim Schließen der Seite verloren.'
const UNAVAILABLE =
  'Dieser Browser bewahrt hier nichts auf. Was noch nicht gesendet ist, geht beim Schließen der Seite verloren.'

afterEach(reportConnected)

/** Lets the database of the browser refuse changes that store something, until it is restored. */
function refuseToStore(name: string, refuses = (store: string) => store !== '') {
  const original = messageDatabase.applyChanges
  const spy = vi.spyOn(messageDatabase, 'applyChanges').mockImplementation(async (changes) => {
    if (changes.some(({ store, record }) => record !== undefined && refuses(store)))
      throw new DOMException('refused', name)
    return original(changes)
  })
  onTestFinished(() => spy.mockRestore())
  return { restore: () => spy.mockRestore() }
}

test('without space for a file its text is stored, and the file as soon as there is space', async () => {
  const { server } = await renderDisconnected()
  const { restore } = refuseToStore('QuotaExceededError', (store) => store === 'files')
  await field.fill('Seht mal')
  await page.getByLabelText('Bilder').upload(await pngNamed('bild.png'))
  await expect.poll(toast).toBe(FULL)
  expect(await stored()).toEqual({ messages: 0, drafts: 1, files: 0 })
  restore()
  await field.fill('Seht euch das an')
  await expect.poll(stored).toEqual({ messages: 0, drafts: 1, files: 1 })
  server.restart()
  await expect.element(field).toHaveValue('Seht euch das an')
  await expect.element(page.getByRole('button', { name: 'Bild 1 entfernen: bild.png' })).toBeVisible()
})

test('with a full storage everything stays on the page, and what was sent is still removed from it', async () => {
  const { posted, connect } = await renderDisconnected()
  await write('eins')
  await expect.poll(stored).toEqual({ messages: 1, drafts: 0, files: 0 })
  const { restore } = refuseToStore('QuotaExceededError')
  await write('zwei')
  await expect.poll(toast).toBe(FULL)
  await field.fill('drei')
  expect(stages()).toEqual(['eins held', 'zwei waiting'])
  connect()
  await expect.poll(() => posted).toEqual(['eins', 'zwei'])
  await expect.poll(stored).toEqual({ messages: 0, drafts: 0, files: 0 })
  await expect.element(field).toHaveValue('drei')
  restore()
  await userEvent.type(field, '!')
  await expect.poll(stored).toEqual({ messages: 0, drafts: 1, files: 0 })
})

test('without a database messages are sent as before; only without a connection a notice appears', async () => {
  const { server, posted, connect } = await renderDisconnected()
  refuseToStore('InvalidStateError')
  connect()
  await write('mit Netz')
  await expect.poll(() => posted).toEqual(['mit Netz'])
  expect(toast()).toBeUndefined()
  server.on(postMessage, () => {
    throw new TypeError('offline')
  })
  connection.setState({ lost: 'network' })
  await write('ohne Netz')
  await expect.poll(toast).toBe(UNAVAILABLE)
  connect()
  await expect.poll(() => posted).toEqual(['mit Netz', 'ohne Netz'])
})

test('messages wait while the session of this browser is that of another account', async () => {
  const { posted, connect } = await renderDisconnected()
  connect()
  setStored('keptUser', JSON.stringify({ session: 'token', user: aUser({ id: 'okan' }) }))
  await write('von Mila')
  await expect.poll(stages).toEqual(['von Mila held'])
  setStored('keptUser', undefined)
  connect()
  await expect.poll(() => posted).toEqual(['von Mila'])
})
