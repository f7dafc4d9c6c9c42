import {
  albumChanged,
  deleteTrack,
  getEditableAlbum,
  updateAlbum,
  type EditableAlbum,
} from '@tonarchiv/contract/archive-editing'
import { countFavorites } from '@tonarchiv/contract/favorites'
import { getTrackStats } from '@tonarchiv/contract/plays'
import { serverFault } from '@tonarchiv/contract/refusal'
import { Navigate, Route, Routes } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { clearToast } from '#ui/dom/toast.ts'
import { leavePage } from '#ui/hooks/history-guard.ts'
import { refuse, startFakeServer } from '../testing/fake-server.ts'
import { aUser, signInAs } from '../testing/sign-in.ts'
import { TestApp } from '../testing/TestApp.tsx'
import { EditAlbumPage } from './EditAlbumPage.tsx'

const stored: EditableAlbum = {
  album: {
    albumId: 'x',
    albumTitel: 'Zwischengeschoß',
    albumCover: 'unknown',
    releaseJahr: 2023,
    type: 'ep',
    isExclusive: false,
    createdAt: '2026-01-01T00:00:00.000Z',
    tracks: ['Eins', 'Zwei', 'Drei'].map((title) => ({ id: title, title, duration: 1 })),
  },
  notes: {
    notes: '',
    credits: ['Gesang', 'Bass'].map((role) => ({ role, names: [{ name: 'Kolja' }] })),
    genres: [],
    releasedOn: '2023',
    recordedOn: null,
    label: '',
    source: '',
  },
  revision: 3,
  files: [],
  changed: null,
}

async function renderPage(album: EditableAlbum = stored) {
  await page.viewport(1280, 900)
  onTestFinished(clearToast)
  const server = startFakeServer()
  signInAs(aUser({ keyVerified: true, isAdmin: true }))
  server.on(getEditableAlbum, () => album)
  await render(
    <TestApp>
      <Routes>
        <Route index element={<Navigate to="/admin/albums/x" />} />
        <Route path="admin/albums/:id" element={<EditAlbumPage />} />
      </Routes>
    </TestApp>,
  )
  await expect.element(page.getByRole('heading', { name: 'Album bearbeiten' })).toBeVisible()
  return server
}

const grip = (name: string) => page.getByRole('button', { name: `${name} verschieben` })
const tracks = () =>
  page
    .getByRole('list', { name: 'Tracks' })
    .getByRole('listitem')
    .elements()
    .map((item) => /Eins|Zwei|Drei/.exec(item.textContent)?.[0])
const question = page.getByRole('alertdialog', { name: 'Änderungen verwerfen?' })

test('grips move tracks by keys, and the focus stays on the grip', async () => {
  const server = await renderPage()
  const sent: unknown[] = []
  server.on(updateAlbum, (body) => {
    sent.push(body)
    return { success: true, album: stored.album }
  })
  grip('Drei').element().focus()
  await userEvent.keyboard(' {ArrowUp}{ArrowUp} ')
  await expect.poll(tracks).toEqual(['Drei', 'Eins', 'Zwei'])
  await expect.element(grip('Drei')).toHaveFocus()
  await expect.element(page.getByRole('heading', { name: '1 Änderung' })).toBeVisible()
  await page.getByRole('complementary').getByRole('button', { name: 'Speichern' }).click()
  await expect.poll(() => sent).toMatchObject([{ tracks: ['Drei', 'Eins', 'Zwei'] }])
  // React moves the element of this row in the document, which takes the focus from it.
  grip('Eins').element().focus()
  await userEvent.keyboard(' {ArrowDown} ')
  await expect.element(grip('Eins')).toHaveFocus()
})

test('while an album is saved nothing of it can be changed, and the focus returns to the field', async () => {
  const server = await renderPage()
  const answer = Promise.withResolvers<undefined>()
  server.on(updateAlbum, async () => {
    await answer.promise
    server.on(getEditableAlbum, () => ({
      ...stored,
      notes: { ...stored.notes, label: 'Kellertür' },
      revision: 4,
    }))
    return { success: true, album: stored.album }
  })
  const label = page.getByRole('textbox', { name: 'Label' })
  await label.fill('Kellertür')
  await userEvent.keyboard('{Enter}')
  await expect.element(label).toBeDisabled()
  const enabled = document.querySelectorAll(
    'form :is(input, textarea, select, button):enabled:not([aria-busy], [aria-expanded], [aria-pressed], [data-grip], [type="submit"])',
  )
  expect([...enabled].map((each) => each.getAttribute('aria-label') ?? each.textContent)).toEqual([])
  answer.resolve(undefined)
  await expect.element(noChanges).toBeVisible()
  await expect.element(label).toHaveFocus()
  await expect.element(label).toHaveValue('Kellertür')
})

test('a save of another admin meanwhile is named, what was edited stays, and no button takes the focus with it', async () => {
  const server = await renderPage()
  await page.getByRole('textbox', { name: 'Label' }).fill('Kellertür')
  server.on(updateAlbum, () => {
    const notes = { ...stored.notes, releasedOn: '2024' }
    const changed = { by: 'Frieda', at: '2026-02-01T00:00:00.000Z' }
    server.on(getEditableAlbum, () => ({ ...stored, notes, changed, revision: 4 }))
    return refuse(albumChanged)
  })
  const card = page.getByRole('complementary')
  await card.getByRole('button', { name: 'Speichern' }).click()
  await expect.element(page.getByText('Frieda hat gerade gespeichert. Erschienen: 2023 → 2024')).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Label' })).toHaveValue('Kellertür')
  await expect.element(page.getByRole('textbox', { name: 'Erschienen' })).toHaveValue('2024')
  await page.getByRole('button', { name: 'Hinweis schließen' }).click()
  await expect.element(card).toHaveFocus()
  const reset = page.getByRole('button', { name: 'Label zurücksetzen' })
  await reset.first().click()
  await expect.element(page.getByRole('textbox', { name: 'Label' })).toHaveFocus()
  await page.getByRole('textbox', { name: 'Label' }).fill('Kellertür')
  await card.getByRole('button', { name: 'Alle verwerfen' }).click()
  await expect.element(noChanges).toBeVisible()
  await expect.element(card).toHaveFocus()
})

test('grips move tracks and credits by dragging', async () => {
  await renderPage()
  await userEvent.dragAndDrop(grip('Eins'), grip('Drei'), { steps: 10 })
  await expect.poll(tracks).toEqual(['Zwei', 'Drei', 'Eins'])
  await userEvent.dragAndDrop(grip('Gesang'), grip('Bass'), { steps: 10 })
  await expect.element(page.getByLabelText('Rolle 1', { exact: true })).toHaveValue('Bass')
  await expect.element(page.getByRole('heading', { name: '2 Änderungen' })).toBeVisible()
})

test('leaving asks for text that was typed and not added, and for changes at a logout; nothing is lost', async () => {
  await renderPage()
  const logout = vi.fn<() => void>()
  await page.getByRole('combobox', { name: 'Genre' }).fill('Indie')
  await expect.element(page.getByRole('heading', { name: 'Keine Änderungen' })).toBeInTheDocument()
  leavePage(logout)
  await expect.element(question).toBeVisible()
  await question.getByRole('button', { name: 'Abbrechen' }).click()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Indie entfernen' })).toBeVisible()
  expect(logout).not.toHaveBeenCalled()
  leavePage(logout)
  await question.getByRole('button', { name: 'Verwerfen' }).click()
  expect(logout).toHaveBeenCalledOnce()
})

test('further tracks have their form on the page, and lyrics a page of their own', async () => {
  await renderPage()
  await page.getByRole('button', { name: 'Track', exact: true }).click()
  const adding = page.getByRole('dialog', { name: 'Tracks hinzufügen' })
  await expect.element(adding.getByRole('button', { name: 'Add Tracks' })).toBeDisabled()
  await adding.getByRole('button', { name: 'Schließen' }).click()
  await expect.element(adding).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Zwei bearbeiten' }).click()
  const lyrics = page.getByRole('link', { name: 'Songtext von Zwei bearbeiten' })
  await expect.element(lyrics).toHaveAttribute('href', expect.stringContaining('/lyrics/'))
})

/** Fakes the browser's file dialog: each time it is opened, the next of these files is chosen. */
function chooseFiles(...files: File[]) {
  const rest = [...files]
  const click = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(function (
    this: HTMLInputElement,
  ) {
    const chosen = new DataTransfer()
    const next = rest.shift()
    if (next) chosen.items.add(next)
    this.files = chosen.files
    this.dispatchEvent(new Event('change'))
  })
  onTestFinished(() => click.mockRestore())
}

const list = page.getByRole('list', { name: 'Tracks' })
const title = list.getByRole('textbox', { name: 'Titel', exact: true })
const number = list.getByRole('textbox', { name: 'Nummer' })
const noChanges = page.getByRole('heading', { name: 'Keine Änderungen' })

test('an open track is changed and moved by its number, its row says so, and all is discarded at once', async () => {
  await renderPage()
  await page.getByRole('button', { name: 'Zwei bearbeiten' }).click()
  await title.fill('Zwei (live)')
  await expect.element(list.getByText('geändert')).toBeVisible()
  for (const [typed, order, shown] of [
    ['3', ['Eins', 'Drei', 'Zwei'], '3'],
    ['0', ['Eins', 'Drei', 'Zwei'], '3'],
    ['99', ['Eins', 'Drei', 'Zwei'], '3'],
    ['1', ['Zwei', 'Eins', 'Drei'], '1'],
  ] as const) {
    await number.fill(typed)
    await userEvent.keyboard('{Enter}')
    await expect.poll(tracks).toEqual(order)
    number.element().blur()
    await expect.element(number).toHaveValue(shown)
  }
  await expect.element(page.getByRole('heading', { name: '2 Änderungen' })).toBeVisible()
  await page.getByRole('button', { name: 'Alle verwerfen' }).click()
  await expect.element(noChanges).toBeVisible()
  await expect.poll(tracks).toEqual(['Eins', 'Zwei', 'Drei'])
  await expect.element(title).toHaveValue('Zwei')
  await expect.element(list.getByText('geändert')).not.toBeInTheDocument()
})

test('a row that is lifted closes the open track, so that all rows are of one height', async () => {
  await renderPage()
  await page.getByRole('button', { name: 'Zwei bearbeiten' }).click()
  await expect.element(title).toBeVisible()
  await userEvent.dragAndDrop(grip('Eins'), grip('Zwei'), { steps: 10 })
  await expect.element(title).not.toBeInTheDocument()
  grip('Drei').element().focus()
  await userEvent.keyboard(' ')
  await expect.element(page.getByText(/^Drei angehoben/)).toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
})

test('files of another kind are refused in place, as the file of a track and as the cover', async () => {
  await renderPage()
  const text = new File(['a'], 'liste.txt', { type: 'text/plain' })
  const sound = new File(['a'], 'zwei.flac', { type: 'audio/flac' })
  const picture = new File(['a'], 'front.png', { type: 'image/png' })
  chooseFiles(text, sound, text, picture)
  await page.getByRole('button', { name: 'Zwei bearbeiten' }).click()
  const file = page.getByRole('button', { name: 'Datei von Zwei hochladen' })
  await file.click()
  await expect.element(list.getByText(/liste\.txt/)).toBeVisible()
  await expect.element(noChanges).toBeVisible()
  await file.click()
  await expect.element(list.getByText('zwei.flac')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: '1 Änderung' })).toBeVisible()
  const cover = page.getByRole('button', { name: 'Hülle ersetzen' })
  await cover.click()
  await expect.element(page.getByText('Neue Hülle: liste.txt')).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { name: '1 Änderung' })).toBeVisible()
  await cover.click()
  await expect.element(page.getByText('Neue Hülle: front.png')).toBeVisible()
})

/**
 * A WAV file with two seconds of silence. It contains real audio, because browsers check the content and not the name.
 */
function silence(name: string): File {
  const rate = 8000
  const size = 2 * rate
  const view = new DataView(new ArrayBuffer(44 + size))
  const text = (at: number, value: string) =>
    value.split('').forEach((sign, index) => view.setUint8(at + index, sign.charCodeAt(0)))
  text(0, 'RIFF')
  view.setUint32(4, 36 + size, true)
  text(8, 'WAVEfmt ')
  for (const [at, value] of [
    [16, 16],
    [24, rate],
    [28, rate],
    [40, size],
  ] as const)
    view.setUint32(at, value, true)
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 1],
    [34, 8],
  ] as const)
    view.setUint16(at, value, true)
  text(36, 'data')
  new Uint8Array(view.buffer, 44).fill(128)
  return new File([view], name, { type: 'audio/wav' })
}

test('a file that replaces another stands beside it with its kind and length, and what stays is named', async () => {
  const files = [
    { trackId: 'Zwei', format: 'mp3', bitrate: 192_000, sampleRate: 44_100, duration: 308, sizeBytes: 1 },
  ]
  const server = await renderPage({ ...stored, files })
  server.on(getTrackStats, () => ({ count: 312, lastPlayed: null }))
  server.on(countFavorites, () => ({ count: 9 }))
  chooseFiles(silence('zwei_dat.flac'))
  await page.getByRole('button', { name: 'Zwei bearbeiten' }).click()
  await expect.element(list.getByText('MP3, 192 kbit/s, 5:08')).toBeVisible()
  await page.getByRole('button', { name: 'Datei von Zwei ersetzen' }).click()
  await expect.element(list.getByText('zwei_dat.flac')).toBeVisible()
  await expect.element(list.getByText('FLAC, 0:02')).toBeVisible()
  await expect.element(list.getByText('312 Streams, 9 Favoriten und alle Links bleiben.')).toBeVisible()
  expect(list.element().querySelector('del')?.textContent).toBe('MP3, 192 kbit/s, 5:08')
  await list.getByRole('button', { name: 'Titel 2, Datei zurücksetzen' }).click()
  await expect.element(list.getByText('zwei_dat.flac')).not.toBeInTheDocument()
})

test('an open track is deleted after a question; what was edited stays, and nothing is named as another admin’s', async () => {
  const server = await renderPage()
  await page.getByRole('textbox', { name: 'Label' }).fill('Kellertür')
  await page.getByRole('button', { name: 'Zwei bearbeiten' }).click()
  const remove = list.getByRole('button', { name: 'Track löschen' })
  const asking = page.getByRole('alertdialog', { name: 'Track löschen?' })
  await remove.click()
  await asking.getByRole('button', { name: 'Abbrechen' }).click()
  await expect.element(remove).toHaveFocus()
  server.on(deleteTrack, () => refuse(serverFault))
  await remove.click()
  await asking.getByRole('button', { name: 'Löschen' }).click()
  await expect.element(asking).not.toBeInTheDocument()
  expect(tracks()).toEqual(['Eins', 'Zwei', 'Drei'])

  server.on(deleteTrack, () => {
    const left = stored.album.tracks.filter(({ id }) => id !== 'Zwei')
    const after = { ...stored, album: { ...stored.album, tracks: left }, revision: 4 }
    server.on(getEditableAlbum, () => after)
    return { success: true }
  })
  await remove.click()
  await asking.getByRole('button', { name: 'Löschen' }).click()
  await expect.poll(tracks).toEqual(['Eins', 'Drei'])
  await expect.element(asking).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Track', exact: true })).toHaveFocus()
  await expect.element(page.getByText(/hat gerade gespeichert/)).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { name: '1 Änderung' })).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Label' })).toHaveValue('Kellertür')
})

test('a link asks before it leaves changes, and so does closing the page', async () => {
  await renderPage()
  const closing = () => {
    const event = new Event('beforeunload', { cancelable: true })
    globalThis.dispatchEvent(event)
    return event.defaultPrevented
  }
  expect(closing()).toBe(false)
  await page.getByRole('textbox', { name: 'Label' }).fill('Kellertür')
  await expect.element(page.getByRole('heading', { name: '1 Änderung' })).toBeVisible()
  expect(closing()).toBe(true)
  const back = page.getByRole('link', { name: 'Zurück zum Album' })
  await back.click()
  await question.getByRole('button', { name: 'Abbrechen' }).click()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(page.getByRole('textbox', { name: 'Label' })).toHaveValue('Kellertür')
  await back.click()
  await question.getByRole('button', { name: 'Verwerfen' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Label' })).not.toBeInTheDocument()
  expect(closing()).toBe(false)
})

test('the former value stands between a changed field and its hint', async () => {
  await renderPage()
  await page.getByRole('textbox', { name: 'Titel', exact: true }).fill('Zwischengeschoss')
  const former = page.getByText('Vorher:', { exact: true })
  await expect.element(former).toBeVisible()
  const hint = page.getByText('Links mit dem alten Titel führen weiter hierher.')
  expect(former.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(
    hint.element().getBoundingClientRect().top,
  )
})

test('on phones a long former value widens no field', async () => {
  const albumTitel = 'Zwischengeschoß und alles, was darunter und darüber liegt'
  await renderPage({ ...stored, album: { ...stored.album, albumTitel } })
  await page.viewport(390, 844)
  const field = page.getByRole('textbox', { name: 'Titel', exact: true })
  const width = field.element().clientWidth
  await field.fill('Zwischengeschoss')
  await expect.element(page.getByText('Vorher:', { exact: true })).toBeVisible()
  expect(field.element().clientWidth).toBe(width)
})
