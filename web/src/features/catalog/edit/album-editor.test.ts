import { titleInUse } from '@tonarchiv/contract/archive-editing'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '#client/api-error.ts'
import { useToast } from '#ui/dom/toast.ts'
import { EMPTY_DRAFT } from './album-draft.ts'
import {
  checkField,
  chooseCover,
  chooseFolder,
  chooseTrack,
  chooseTracks,
  editDraft,
  openEditor,
  submitAlbum,
  useAlbumEditor,
} from './album-editor.ts'

const editor = () => useAlbumEditor.getState()
const audio = (name: string) => new File(['sound'], name)
const picture = new File(['x'], 'cover.png', { type: 'image/png' })

/** Each test uses another admin, so that it does not see the drafts of earlier tests. */
let admins = 0
beforeEach(() => {
  vi.stubGlobal('window', new EventTarget())
  admins += 1
  openEditor(`admin ${admins}`)
})

function fillIn() {
  editDraft((draft) => ({ ...draft, title: 'Zweite Halbzeit', year: '2024', type: 'ep' }))
  chooseTracks([audio('1 anpfiff.wav'), audio('2 flutlicht.wav')])
}

test('files that are no audio are named, the others become rows', () => {
  chooseTracks([audio('1 anpfiff.wav'), picture])
  expect(editor().draft.rows.map(({ title }) => title)).toEqual(['anpfiff'])
  expect(editor().problems.tracks).toContain('„cover.png“ ist keine Audiodatei')
  chooseTracks([audio('2 flutlicht.wav')])
  expect(editor().problems.tracks).toBeUndefined()
})

test('all files that are not taken are named at once, with their reasons', () => {
  const others = Array.from({ length: 10 }, (_, index) => new File(['x'], `${index}.txt`))
  chooseTracks([audio('1 anpfiff.wav'), picture, new File([], 'leer.mp3')])
  expect(editor().problems.tracks).toBe(
    '2 Dateien wurden nicht übernommen: „cover.png“ (keine Audiodatei) und „leer.mp3“ (leer)',
  )
  chooseTracks([...others, picture])
  expect(editor().problems.tracks).toMatch(
    /^11 Dateien wurden nicht übernommen: „0.txt“ .* und eine weitere$/,
  )
  expect(editor().draft.rows.map(({ title }) => title)).toEqual(['anpfiff'])
})

test('a folder gives its audio files and its cover, and what is no music in it is left out silently', () => {
  const others = ['Texte.txt', 'liste.m3u', 'rückseite.jpg'].map((name) => new File(['x'], name))
  const cover = new File(['x'], 'Folder.jpg', { type: 'image/jpeg' })
  chooseFolder([audio('2 flutlicht.wav'), ...others, cover, audio('1 anpfiff.wav')])
  // The files are in the order of the folder, including its subfolders.
  expect(editor().draft.rows.map(({ title }) => title)).toEqual(['flutlicht', 'anpfiff'])
  expect(editor()).toMatchObject({ draft: { cover }, problems: { tracks: undefined } })
  chooseFolder([audio('3 abpfiff.wma')])
  expect(editor().problems.tracks).toContain('„3 abpfiff.wma“ ist keine Audiodatei')
  chooseFolder(others)
  expect(editor().problems.tracks).toBe('In diesem Ordner sind keine Audiodateien')
  expect(editor().draft.rows).toHaveLength(2)
})

test('a wrong file leaves its row unchanged and shows an error there', () => {
  fillIn()
  chooseTrack(1, picture)
  expect(editor().draft.rows[1]?.file?.name).toBe('2 flutlicht.wav')
  expect(editor().problems.rows[1]).toContain('keine Audiodatei')
  chooseTrack(1, audio('anderes.wav'))
  expect(editor().draft.rows[1]?.file?.name).toBe('anderes.wav')
  expect(editor().problems.rows).toEqual({})
})

test('a cover that is no picture is not taken', () => {
  chooseCover(audio('cover.wav'))
  expect(editor().draft.cover).toBeUndefined()
  expect(editor().problems.albumCover).toContain('Das Cover muss ein Bild sein')
  chooseCover(picture)
  expect(editor()).toMatchObject({ draft: { cover: picture }, problems: { albumCover: undefined } })
})

test('a field is checked when it is left, and its sentence goes when it is changed', () => {
  editDraft((draft) => ({ ...draft, year: '24' }), { field: 'releaseJahr' })
  checkField('releaseJahr')
  expect(editor().problems.releaseJahr).toContain('1900 bis 2100')
  editDraft((draft) => ({ ...draft, year: '2024' }), { field: 'releaseJahr' })
  expect(editor().problems.releaseJahr).toBeUndefined()
})

describe('sending', () => {
  test('does not begin while something is wrong', async () => {
    const send = vi.fn()
    expect(await submitAlbum(send)).toBe(false)
    expect(send).not.toHaveBeenCalled()
    expect(editor().problems.albumTitel).toBe('Bitte gib einen Titel ein')
  })

  test('empties the form when the album is added', async () => {
    fillIn()
    const sent = submitAlbum(({ form, onProgress }) => {
      onProgress?.({ sentBytes: 1, totalBytes: 2 })
      expect(editor().upload?.progress).toEqual({ sentBytes: 1, totalBytes: 2 })
      expect([...form.keys()]).toEqual(['albumData', 'track0', 'track1'])
      return Promise.resolve()
    })
    expect(await sent).toBe(true)
    expect(editor()).toMatchObject({ draft: EMPTY_DRAFT, upload: undefined })
  })

  test('keeps the draft when the server rejects it, and shows the error at its field', async () => {
    fillIn()
    const refused = new ApiError({ status: 409, code: titleInUse.code, text: titleInUse.text })
    expect(await submitAlbum(() => Promise.reject(refused))).toBe(false)
    expect(editor()).toMatchObject({
      draft: { title: 'Zweite Halbzeit', rows: [{ title: 'anpfiff' }, { title: 'flutlicht' }] },
      upload: undefined,
      problems: { albumTitel: titleInUse.text },
    })
    expect(useToast.getState().toast).toMatchObject({ kind: 'error', text: titleInUse.text })
  })

  test('shows any other failure in the form and in a toast', async () => {
    fillIn()
    expect(await submitAlbum(() => Promise.reject(ApiError.unreachable()))).toBe(false)
    const text = 'server nicht erreichbar, versuche es später erneut'
    expect(editor().failure).toBe(text)
    expect(useToast.getState().toast).toMatchObject({ kind: 'error', text })
  })

  test('can be stopped without a word', async () => {
    fillIn()
    const sent = submitAlbum(
      ({ signal }) =>
        new Promise((_done, fail) => {
          signal?.addEventListener('abort', () => fail(new DOMException('stopped', 'AbortError')))
        }),
    )
    editor().upload?.cancel()
    expect(await sent).toBe(false)
    expect(editor()).toMatchObject({
      failure: undefined,
      upload: undefined,
      draft: { title: 'Zweite Halbzeit' },
    })
  })

  test('holds the page open meanwhile, and no longer', async () => {
    fillIn()
    const isHeld = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    const sent = submitAlbum(() => {
      expect(isHeld()).toBe(true)
      return Promise.resolve()
    })
    await sent
    expect(isHeld()).toBe(false)
  })
})

test('another admin begins with an empty form', () => {
  fillIn()
  openEditor('somebody else')
  expect(editor().draft).toBe(EMPTY_DRAFT)
})
