import { ROOM_ID } from '@tonarchiv/contract/chat'
import { searchEverything } from '@tonarchiv/contract/search'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { closeShare, useShare } from '#features/moments/index.ts'
import { getPlayer } from '#features/player/index.ts'
import type { PlayableTrack } from '#features/tracks/index.ts'
import { expectAccessible } from '#testing/expect-accessible.ts'
import { startFakeServer } from '#testing/fake-server.ts'
import { HITS_WITH_PAGES } from '#testing/search-hits.ts'
import { aUser, signInAs } from '#testing/sign-in.ts'
import { TestApp } from '#testing/TestApp.tsx'
import { ConversationContext } from '../state/conversation-context.ts'
import { AttachMenu } from './AttachMenu.tsx'

const track: PlayableTrack = {
  id: 't1',
  title: 'Anpfiff',
  artist: 'Nordlicht',
  album: 'Nordlicht',
  file: 't1.mp3',
  coverUrl: '/default-album.jpg',
  durationSeconds: 100,
  isExclusive: false,
}

async function showMenu({ conversationId = ROOM_ID, keyVerified = true } = {}) {
  const server = startFakeServer()
  signInAs(aUser({ keyVerified }))
  onTestFinished(() => {
    closeShare()
    getPlayer().stop()
  })
  const files: string[] = []
  await render(
    <TestApp>
      <ConversationContext value={conversationId}>
        <div style={{ paddingTop: '20rem' }}>
          <AttachMenu onFiles={(chosen) => files.push(...chosen.map(({ name }) => name))} />
        </div>
      </ConversationContext>
    </TestApp>,
  )
  return { server, files }
}

const button = page.getByRole('button', { name: 'Anhängen: Bilder, Moment, Album', exact: true })
const item = (name: string) => page.getByRole('menuitem', { name, exact: true })

test('the menu attaches images, and members without a key have nothing else', async () => {
  const { files } = await showMenu({ keyVerified: false })
  await page.getByRole('button', { name: 'Anhängen: Bilder', exact: true }).click()
  await expect.element(item('Bilder')).toBeVisible()
  await expect.element(item('Moment')).not.toBeInTheDocument()
  await expectAccessible()
  await userEvent.upload(page.getByLabelText('Bilder', { exact: true }), new File(['x'], 'band.png'))
  await expect.poll(() => files).toEqual(['band.png'])
})

test('a moment of what is playing is shared to the open conversation', async () => {
  await showMenu({ conversationId: 'eins' })
  await button.click()
  await item('Moment').click()
  await expect.element(page.getByText('Gerade läuft nichts', { exact: true })).toBeVisible()
  expect(useShare.getState().subject).toBeUndefined()
  getPlayer().playInBetween(track)
  await button.click()
  await item('Moment').click()
  expect(useShare.getState()).toMatchObject({
    conversationId: 'eins',
    subject: { card: { kind: 'moment', id: track.id } },
  })
})

test('an album is found by its title and shared to the room', async () => {
  const { server } = await showMenu()
  server.on(searchEverything, (_sent, query) => {
    const group = query.get('group') ?? ''
    const hits = HITS_WITH_PAGES.flatMap((each) => (each.group === group ? [each.hit] : []))
    return { groups: { [group]: { hits, total: hits.length } }, corrected: null, terms: [] }
  })
  await button.click()
  await item('Album, Playlist oder Video').click()
  const dialog = page.getByRole('dialog', { name: 'Album, Playlist oder Video', exact: true })
  const field = dialog.getByRole('searchbox', { name: 'Archiv durchsuchen', exact: true })
  await expect.element(field).toHaveFocus()
  await field.fill('nordlicht')
  await expect.element(dialog.getByRole('button', { name: /^Nachtfahrten/ })).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: /^Proben/ })).toBeVisible()
  await expectAccessible()
  await dialog.getByRole('button', { name: /^Nordlicht Süd/ }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(useShare.getState()).toMatchObject({
    conversationId: undefined,
    subject: { card: { kind: 'album', id: 'sued' }, title: 'Nordlicht Süd' },
  })
})
