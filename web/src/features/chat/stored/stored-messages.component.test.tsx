import { longMessage, postMessage } from '@tonarchiv/contract/chat'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { messageDatabase } from '#client/message-database.ts'
import { endSession } from '#features/auth/index.ts'
import { field, renderDisconnected, stages, stored, write } from '../../../testing/disconnected-chat.tsx'
import { refuse } from '../../../testing/fake-server.ts'
import { pngNamed } from '../../../testing/images.ts'
import { aUser, signInAs } from '../../../testing/sign-in.ts'
import { resetDraft, setText } from '../composer/draft.ts'
import { roomChat } from '../state/chat-instance.ts'
import { allVoices, resetVoice, restoreVoice } from '../voice/voice-draft.ts'

const images = page.getByRole('list', { name: 'Bilder zum Senden' })
const removals = () =>
  images
    .getByRole('button', { name: /entfernen/ })
    .elements()
    .map((button) => button.ariaLabel)
/** Attaches images one after the other, so that their order is known. */
async function attach(...names: string[]): Promise<void> {
  await page.getByLabelText('Bilder').upload(await Promise.all(names.map(pngNamed)))
  await expect.poll(() => removals().length).toBeGreaterThanOrEqual(names.length)
}

test('a draft with its images and a recording survives a reload of the page', async () => {
  const { server } = await renderDisconnected()
  await field.fill('Angefangen')
  await attach('eins.png', 'zwei.png')
  const recording = new Blob(['sound'], { type: 'audio/webm' })
  restoreVoice('with-okan', { kind: 'voice', file: recording, address: '', duration: 3, peaks: [50] })
  await expect.poll(stored).toEqual({ messages: 0, drafts: 2, files: 3 })
  server.restart()
  await expect.element(field).toHaveValue('Angefangen')
  await expect.poll(removals).toEqual(['Bild 1 entfernen: eins.png', 'Bild 2 entfernen: zwei.png'])
  await expect.poll(() => allVoices().get('with-okan')).toMatchObject([{ duration: 3, peaks: [50] }])
  expect(await allVoices().get('with-okan')?.[0]?.file.text()).toBe('sound')
})

test('a removed image and a sent draft leave nothing behind', async () => {
  const { posted, connect } = await renderDisconnected()
  connect()
  await attach('eins.png')
  await expect.poll(stored).toEqual({ messages: 0, drafts: 1, files: 1 })
  await page.getByRole('button', { name: 'Bild 1 entfernen: eins.png' }).click()
  await expect.poll(stored).toEqual({ messages: 0, drafts: 0, files: 0 })
  await write('Hallo')
  await expect.poll(() => posted).toEqual(['Hallo'])
  await expect.poll(stored).toEqual({ messages: 0, drafts: 0, files: 0 })
})

test('messages without a connection survive a reload, and are sent once and in their order when it is back', async () => {
  const { server, posted, clientIds, connect } = await renderDisconnected()
  await write('eins')
  await attach('bild.png')
  await write('zwei')
  await write('drei')
  await expect.poll(stages).toEqual(['eins held', 'zwei held', 'drei waiting'])
  await expect.poll(stored).toEqual({ messages: 3, drafts: 0, files: 1 })
  const before = roomChat.state.getState().outbox.map(({ clientId }) => clientId)
  server.restart()
  await expect.poll(stages).toEqual(['eins held', 'zwei held', 'drei waiting'])
  connect()
  await expect.poll(() => posted).toEqual(['eins', 'zwei', 'drei'])
  expect(clientIds).toEqual(before)
  await expect.poll(stored).toEqual({ messages: 0, drafts: 0, files: 0 })
  server.restart()
  await write('vier')
  await expect.poll(() => posted).toEqual(['eins', 'zwei', 'drei', 'vier'])
})

test('a message that was cancelled while it waited is in the field again, also after a reload', async () => {
  const { server, connect, posted } = await renderDisconnected()
  await attach('bild.png')
  await write('doch nicht')
  await expect.poll(stages).toEqual(['doch nicht held'])
  roomChat.cancel(roomChat.state.getState().outbox[0]?.clientId ?? '')
  await expect.element(field).toHaveValue('doch nicht')
  await expect.poll(stored).toEqual({ messages: 0, drafts: 1, files: 1 })
  server.restart()
  connect()
  await expect.element(field).toHaveValue('doch nicht')
  await expect.poll(removals).toEqual(['Bild 1 entfernen: bild.png'])
  expect(posted).toEqual([])
})

test('a message that the server rejects after a reload comes back into the field', async () => {
  const { server } = await renderDisconnected()
  await write('zu spät')
  await expect.poll(stored).toMatchObject({ messages: 1 })
  server.restart()
  await expect.poll(stages).toEqual(['zu spät held'])
  server.on(postMessage, () => refuse(longMessage))
  roomChat.sendWaiting()
  await expect.element(field).toHaveValue('zu spät')
  await expect.element(page.getByText(`: ${longMessage.text}`)).toBeVisible()
  await expect.poll(stored).toMatchObject({ messages: 0, drafts: 1 })
})

/** Whether this tab waits for the end of the other tab. */
async function waitsForOtherTab(): Promise<boolean> {
  const { pending = [] } = await navigator.locks.query()
  return pending.some(({ name }) => name === 'tonarchiv-outbox-other')
}

/** Stores a message of another tab, which stays open until `close` is called. */
async function openOtherTab(): Promise<{ close: () => void }> {
  const { promise: closed, resolve: close } = Promise.withResolvers<void>()
  const { promise: open, resolve: opened } = Promise.withResolvers<void>()
  void navigator.locks.request('tonarchiv-outbox-other', () => {
    opened()
    return closed
  })
  onTestFinished(() => close())
  await open
  const record = {
    clientId: '0d8f6b9e-0000-4000-8000-000000000001',
    userId: 'mila',
    conversation: 'room',
    tab: 'other',
    writtenAt: 1,
    text: 'vom anderen Tab',
    media: [],
  }
  await messageDatabase.writeRecords('outbox', [record])
  return { close }
}

test('a tab leaves the messages of another open tab to it, and sends them when it was closed', async () => {
  const { server, posted, clientIds, connect } = await renderDisconnected()
  connect()
  const { close } = await openOtherTab()
  server.restart()
  await write('eigene')
  await expect.poll(() => posted).toEqual(['eigene'])
  await expect.poll(stored).toMatchObject({ messages: 1 })
  close()
  await expect.poll(() => posted).toEqual(['eigene', 'vom anderen Tab'])
  expect(clientIds[1]).toBe('0d8f6b9e-0000-4000-8000-000000000001')
  await expect.poll(stored).toMatchObject({ messages: 0 })
})

test('a message that another tab stores later is sent when that tab is closed', async () => {
  const { posted, connect } = await renderDisconnected()
  const otherTab = new BroadcastChannel('tonarchiv-outbox')
  onTestFinished(() => otherTab.close())
  const isAnnounced = new Promise((done) => otherTab.addEventListener('message', done, { once: true }))
  await write('eigene')
  await isAnnounced
  connect()
  await expect.poll(() => posted).toEqual(['eigene'])
  await expect.poll(stored).toMatchObject({ messages: 0 })
  const { close } = await openOtherTab()
  otherTab.postMessage('other')
  await expect.poll(waitsForOtherTab).toBe(true)
  expect(posted).toEqual(['eigene'])
  close()
  await expect.poll(() => posted).toEqual(['eigene', 'vom anderen Tab'])
  await expect.poll(stored).toMatchObject({ messages: 0 })
})

test('a draft that another tab has sent is gone here, too; one that was changed here stays', async () => {
  const { server } = await renderDisconnected()
  await field.fill('Angefangen')
  await expect.poll(stored).toMatchObject({ drafts: 1 })
  server.restart()
  await expect.element(field).toHaveValue('Angefangen')
  const [record] = await messageDatabase.readRecords('drafts')
  const otherTab = new BroadcastChannel('tonarchiv-drafts')
  onTestFinished(() => otherTab.close())
  await messageDatabase.writeRecords('drafts', [{ ...Object(record), text: 'Weitergeschrieben' }])
  otherTab.postMessage('room')
  await expect.element(field).toHaveValue('Weitergeschrieben')
  await messageDatabase.deleteRecords('drafts', ['mila room'])
  otherTab.postMessage('room')
  await expect.element(field).toHaveValue('')
  const isAnnounced = new Promise((done) => otherTab.addEventListener('message', done, { once: true }))
  setText('von hier')
  otherTab.postMessage('room')
  await isAnnounced
  await expect.element(field).toHaveValue('von hier')
})

test('the end of the session removes everything, and another account finds nothing', async () => {
  const { server, posted, connect } = await renderDisconnected()
  await write('geheim')
  await attach('bild.png')
  await field.fill('auch geheim')
  await expect.poll(stored).toEqual({ messages: 1, drafts: 1, files: 1 })
  // As when the browser closes the tab: the session does not end, so the stored messages are not cleared.
  signInAs(aUser({ id: 'okan' }))
  resetDraft()
  resetVoice()
  server.restart()
  await expect.poll(stored).toEqual({ messages: 0, drafts: 0, files: 0 })
  connect()
  await expect.element(field).toHaveValue('')
  expect(posted).toEqual([])
})

test('a draft that was begun is not stored again when the session ends', async () => {
  await renderDisconnected()
  await field.fill('geheim')
  await expect.poll(stored).toMatchObject({ drafts: 1 })
  await field.fill('geheim, und länger')
  endSession()
  await messageDatabase.clearRecords()
  document.dispatchEvent(new Event('visibilitychange'))
  dispatchEvent(new Event('pagehide'))
  setText('noch länger')
  dispatchEvent(new Event('pagehide'))
  expect(await stored()).toEqual({ messages: 0, drafts: 0, files: 0 })
})
