import * as contract from '@tonarchiv/contract/playlist-files'
import { useLocation } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { clearToast } from '#ui/dom/toast.ts'
import { aPlaylist } from '../../testing/a-playlist.ts'
import { refuse, startFakeServer } from '../../testing/fake-server.ts'
import { aUser, signInAs } from '../../testing/sign-in.ts'
import { TestApp } from '../../testing/TestApp.tsx'
import { ImportPlaylist } from './ImportPlaylist.tsx'

const playlist = aPlaylist('p1', { title: 'Nachtfahrten', entryCount: 214, duration: 600 })
const unmatched = [
  { line: 38, text: 'Brandt, Kolja - Standspur (Live).mp3' },
  { line: 101, text: 'neonhirsch – blaues licht (rmx).flac' },
  { line: 176, text: '/Volumes/USB/Track 07.wav' },
]

function Path() {
  return <p>{useLocation().pathname}</p>
}

/** Renders the button in a fake browser whose file dialog always returns this file. */
async function renderButton(file: File) {
  const server = startFakeServer()
  signInAs(aUser())
  const click = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(function (
    this: HTMLInputElement,
  ) {
    const chosen = new DataTransfer()
    chosen.items.add(file)
    this.files = chosen.files
    this.dispatchEvent(new Event('change'))
  })
  onTestFinished(() => {
    click.mockRestore()
    clearToast()
  })
  await render(
    <TestApp>
      <Path />
      <ImportPlaylist />
    </TestApp>,
  )
  return server
}

const button = page.getByRole('button', { name: 'Importieren…' })
const nightDrive = new File(['a.mp3'], 'Nachtfahrten 2026.m3u')

test('lines without a match are listed with number and text, and the playlist can be opened', async () => {
  const server = await renderButton(nightDrive)
  const titles: unknown[] = []
  server.on(contract.importPlaylist, (form) => {
    titles.push(form instanceof FormData && form.get('title'))
    return { playlist, entryCount: 217, unmatched }
  })
  await button.click()
  const dialog = page.getByRole('dialog', { name: '214 von 217 Zeilen gefunden' })
  await expect.element(dialog.getByText('Ohne Treffer blieben:')).toBeVisible()
  const rows = dialog.getByRole('list', { name: 'Zeilen ohne Treffer' }).getByRole('listitem')
  await expect
    .poll(() => rows.elements().map((row) => row.textContent))
    .toEqual(unmatched.map(({ line, text }) => `${line}${text}`))
  expect(titles).toEqual(['Nachtfahrten 2026'])
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await dialog.getByRole('button', { name: 'Zeilen kopieren' }).click()
  await expect.element(page.getByText('Zeilen kopiert')).toBeVisible()
  expect(copied.mock.calls).toEqual([[unmatched.map(({ line, text }) => `${line}\t${text}`).join('\n')]])
  copied.mockRestore()
  await dialog.getByRole('button', { name: 'Zur Playlist' }).click()
  await expect.element(page.getByText('/playlists/p1')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('a playlist of which every line was found is opened at once', async () => {
  const server = await renderButton(nightDrive)
  server.on(contract.importPlaylist, () => ({ playlist, entryCount: 214, unmatched: [] }))
  await button.click()
  await expect.element(page.getByText('„Nachtfahrten“ importiert')).toBeVisible()
  await expect.element(page.getByText('/playlists/p1')).toBeVisible()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('when nothing matches, the dialog says that there is no playlist', async () => {
  const server = await renderButton(nightDrive)
  server.on(contract.importPlaylist, () => ({ playlist: null, entryCount: 3, unmatched }))
  await button.click()
  const dialog = page.getByRole('dialog', { name: '0 von 3 Zeilen gefunden' })
  await expect.element(dialog.getByText(/Es wurde keine Playlist angelegt/)).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Zur Playlist' })).not.toBeInTheDocument()
  await dialog.getByRole('button', { name: 'Schließen' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('a refusal of the server is shown in its words', async () => {
  const server = await renderButton(nightDrive)
  server.on(contract.importPlaylist, () => refuse(contract.notAPlaylistFile))
  await button.click()
  await expect.element(page.getByText(contract.notAPlaylistFile.text)).toBeVisible()
})

test('a file that is too large is not sent', async () => {
  const server = await renderButton(new File([new Uint8Array(contract.PLAYLIST_FILE_MAX_BYTES + 1)], 'x.m3u'))
  let calls = 0
  server.on(contract.importPlaylist, () => {
    calls += 1
    return { playlist, entryCount: 1, unmatched: [] }
  })
  await button.click()
  await expect.element(page.getByText('Die Datei ist zu groß (maximal 5 MB)')).toBeVisible()
  expect(calls).toBe(0)
})
