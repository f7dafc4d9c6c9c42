import {
  createPlaylist,
  findContaining,
  listPlaylists,
  tooManyPlaylists,
} from '@tonarchiv/contract/playlists'
import { addEntries } from '@tonarchiv/contract/playlist-entries'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { dismissToast, useToast } from '#ui/dom/toast.ts'
import { aPlaylist } from '#testing/a-playlist.ts'
import { refuse } from '#testing/fake-server.ts'
import { button, lines, panel, renderAlbum, row, shown, waiting } from '#testing/queue-panel.tsx'
import { getPlayer } from '../engine/player-instance.ts'
import { trackNamed } from '../engine/silent-player.ts'

const savedPlaylist = aPlaylist('p1', { title: 'Heimspiel', entryCount: 4 })

const toastText = () => useToast.getState().toast?.text

function clearShownToast() {
  const { toast } = useToast.getState()
  if (toast?.text.startsWith('Warteschlange')) dismissToast(toast.id)
}

test('clearing leaves what plays, and can be taken back', async () => {
  await renderAlbum('Anpfiff', 'Flutlicht', 'Abpfiff')
  getPlayer().enqueue(trackNamed('Zugabe'))
  await button('Leeren').click()
  await expect.poll(lines).toEqual(['Läuft gerade', 'Anpfiff'])
  await expect.element(button('Leeren')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Warteschlange', exact: true })).toHaveFocus()
  // docs/product.md §8.3: clearing the queue can be undone for 8 s.
  expect(useToast.getState().toast?.duration).toBe(8000)
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect.poll(shown).toEqual(['Anpfiff', 'Zugabe', 'Flutlicht', 'Abpfiff'])
})

test('what plays and what comes is saved as a playlist under a name, and a failure keeps the name', async () => {
  const server = await renderAlbum('Anpfiff', 'Flutlicht', 'Abpfiff')
  getPlayer().enqueue(trackNamed('Zugabe'))
  const sent: unknown[] = []
  server.on(createPlaylist, () => refuse(tooManyPlaylists))
  await button('Als Playlist speichern').click()
  const dialog = page.getByRole('dialog', { name: 'Neue Playlist' })
  const name = dialog.getByLabelText('Name')
  await expect.element(name).toHaveFocus()
  await name.fill('Heimspiel')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(/^Du hast schon 500 Playlists/)).toBeVisible()
  await expect.element(name).toHaveValue('Heimspiel')

  server.on(createPlaylist, (body) => {
    sent.push(body)
    return { playlist: savedPlaylist }
  })
  await dialog.getByRole('button', { name: 'Anlegen' }).click()
  await expect.element(page.getByText(/4 Titel zu „Heimspiel“ hinzugefügt/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Ansehen' })).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(button('Als Playlist speichern')).toHaveFocus()
  expect(sent).toEqual([
    {
      creationId: expect.any(String),
      title: 'Heimspiel',
      description: '',
      visibility: 'private',
      trackIds: ['Anpfiff', 'Zugabe', 'Flutlicht', 'Abpfiff'],
    },
  ])
  // Saving does not change the queue, and the name field is empty for the next playlist.
  expect(waiting()).toEqual(['Zugabe'])
  await button('Als Playlist speichern').click()
  await expect.element(name).toHaveValue('')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(panel).toBeVisible()
})

test('what plays and what comes is added to a playlist that exists, and so is the current track by its menu', async () => {
  const server = await renderAlbum('Anpfiff', 'Flutlicht', 'Abpfiff')
  getPlayer().enqueue(trackNamed('Zugabe'))
  server.on(listPlaylists, () => ({ playlists: [savedPlaylist] }))
  server.on(findContaining, () => ({ playlists: [] }))
  const sent: unknown[] = []
  server.on(addEntries, (body) => {
    sent.push(body)
    return { revision: 2, added: 4 }
  })
  const dialog = page.getByRole('dialog', { name: 'Zur Playlist hinzufügen' })
  await button('Zur Playlist hinzufügen…').click()
  await dialog.getByRole('button', { name: /^Heimspiel/ }).click()
  await expect.element(page.getByText(/4 Titel zu „Heimspiel“ hinzugefügt/)).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()

  await page.getByRole('button', { name: 'Mehr', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Zur Playlist hinzufügen…' }).click()
  await dialog.getByRole('button', { name: /^Heimspiel/ }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  const titles = ['Anpfiff', 'Zugabe', 'Flutlicht', 'Abpfiff']
  const idsOf = (wanted: string[]) => wanted.map((title) => trackNamed(title).id)
  expect(sent).toMatchObject([{ trackIds: idsOf(titles) }, { trackIds: idsOf(['Anpfiff']) }])
})

test('what is removed from the queue comes back to its places by „Rückgängig“, several removals at once', async () => {
  await renderAlbum('Anpfiff', 'Flutlicht', 'Abpfiff', 'Heimweg')
  for (const title of ['Zugabe', 'Hymne']) getPlayer().enqueue(trackNamed(title))
  await row('Zugabe').click({ modifiers: ['Control'] })
  await row('Abpfiff').click({ modifiers: ['Control'] })
  await panel.getByRole('button', { name: 'Entfernen', exact: true }).click()
  await expect.poll(shown).toEqual(['Anpfiff', 'Hymne', 'Flutlicht', 'Heimweg'])
  await expect.poll(toastText).toBe('2 Titel entfernt')
  await button('Flutlicht entfernen').click()
  await expect.poll(shown).toEqual(['Anpfiff', 'Hymne', 'Heimweg'])
  await expect.poll(toastText).toBe('3 Titel entfernt')
  expect(useToast.getState().toast?.duration).toBe(8000)
  getPlayer().enqueue(trackNamed('Später'))
  // The toast about the queued track covers the toast with „Rückgängig“, which reappears when the former is closed.
  clearShownToast()
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect
    .poll(shown)
    .toEqual(['Anpfiff', 'Zugabe', 'Hymne', 'Später', 'Flutlicht', 'Abpfiff', 'Heimweg'])
  expect(waiting()).toEqual(['Zugabe', 'Hymne', 'Später'])
})
