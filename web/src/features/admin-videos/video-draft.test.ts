import { serverFault } from '@tonarchiv/contract/refusal'
import { brokenThumbnail, notVideo } from '@tonarchiv/contract/videos'
import { expect, test } from 'vitest'
import { ApiError } from '#client/api-error.ts'
import {
  emptyDraft,
  formOf,
  problemOfThumbnail,
  problemOfVideo,
  problemsOf,
  problemsOfRefusal,
} from './video-draft.ts'

const draft = emptyDraft(new Date(2024, 10, 4, 23, 30))
const bytes = (...text: string[]) => new File(text, 'film.mp4', { type: 'video/mp4' })

test('a new video has today’s date in the admin’s time zone', () => expect(draft.day).toBe('2024-11-04'))

test.each([
  ['a text file named .mp4', 'Nur Text', 'Dateityp nicht erlaubt: Das ist keine Videodatei (mp4, webm, mov)'],
  ['nothing', '', 'Das Video ist beschädigt und lässt sich nicht lesen'],
  ['an mp4', '\0\0\0\x20ftypisom', undefined],
  ['an old mov', '\0\0\0\x08wide', undefined],
])('the first bytes of %s decide whether it is taken', async (_what, text, problem) => {
  expect(await problemOfVideo(bytes(text))).toBe(problem)
})

test('webm is recognised by its first bytes', async () => {
  const webm = new File([new Uint8Array([0x1a, 0x45, 0xdf, 0xa3, 1])], 'film')
  expect(await problemOfVideo(webm)).toBeUndefined()
})

test('a thumbnail must be an image', () => {
  expect(problemOfThumbnail(new File(['x'], 'bild.png', { type: 'image/png' }))).toBeUndefined()
  expect(problemOfThumbnail(new File(['x'], 'bild.svg', { type: 'image/svg+xml' }))).toMatch(
    /muss ein Bild sein/,
  )
})

test('title, day and file are required', () => {
  expect(problemsOf({ ...draft, day: '' })).toEqual({
    title: 'Bitte gib einen Titel ein',
    upload_date: 'Bitte gib ein Datum an',
    file: 'Bitte wähle eine Videodatei',
  })
  expect(problemsOf({ ...draft, title: 'Probe', file: bytes('x') })).toEqual({})
})

test('the text fields of the form are sent before its files', () => {
  const thumbnail = new File(['y'], 'bild.png')
  const form = formOf({ ...draft, title: 'Probe', file: bytes('x'), thumbnail })
  expect([...form.keys()]).toEqual(['title', 'description', 'upload_date', 'thumbnail', 'file'])
})

test('a refusal is shown at the field that it concerns', () => {
  expect(problemsOfRefusal(new ApiError(notVideo))).toEqual({
    problems: { file: notVideo.text },
    failure: undefined,
  })
  expect(problemsOfRefusal(new ApiError(brokenThumbnail)).problems).toEqual({
    thumbnail: brokenThumbnail.text,
  })
  expect(problemsOfRefusal(new ApiError({ ...notVideo, fields: { title: 'Zu lang' } })).problems).toEqual({
    title: 'Zu lang',
  })
  expect(problemsOfRefusal(new ApiError(serverFault))).toEqual({ problems: {}, failure: serverFault.text })
  expect(problemsOfRefusal(ApiError.unreachable()).failure).toBe('Upload failed')
})
