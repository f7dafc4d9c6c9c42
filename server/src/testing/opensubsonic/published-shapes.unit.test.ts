import { expect, test } from 'vitest'
import { endpoints } from '#protocols/opensubsonic/endpoints/index.ts'
import { hasPublishedShapes, publishedErrors, publishedNames } from './published-shapes.ts'

const envelope = { version: '1.16.1', type: 'tonarchiv', serverVersion: '1.0.0', openSubsonic: true }
const answer = (content: object, status = 'ok') => ({
  'subsonic-response': { ...envelope, status, ...content },
})
const song = { id: '1', isDir: false, title: 'Hafen', track: 1, created: '2026-11-23T08:00:00.000Z' }

// Without a copy the tests of the protocol compare with the shapes of the project alone.
test.runIf(hasPublishedShapes)('an answer is compared with the published shape of its call', () => {
  expect(publishedErrors('getSong', answer({ song }))).toEqual([])
  const { title: _title, ...untitled } = song
  const wrong: object[] = [
    { song: { ...song, id: 1 } },
    { song: { ...song, track: '1' } },
    { song: { ...song, created: 'gestern' } },
    { song: { ...song, cover: 'x' } },
    { song: untitled },
    { song: [song] },
    {},
  ]
  for (const content of wrong)
    expect([content, publishedErrors('getSong', answer(content))]).not.toEqual([content, []])
  expect(publishedErrors('getSong', {})).not.toEqual([])
})

test.runIf(hasPublishedShapes)('what is sent as a file has the published shape when it fails', () => {
  const error = { code: 70, message: 'Nicht gefunden', helpUrl: 'https://archiv.example' }
  for (const name of ['stream', 'getCaptions']) {
    expect([name, publishedErrors(name, answer({ error }, 'failed'))]).toEqual([name, []])
    for (const wrong of [{ error: { ...error, code: '70' } }, { error, song }, {}])
      expect([name, publishedErrors(name, answer(wrong, 'failed'))]).not.toEqual([name, []])
  }
})

test.runIf(hasPublishedShapes)('every endpoint is a published one', () => {
  const published = new Set(publishedNames())
  // The document names this call `hls.m3u8`; older clients leave out the ending.
  expect(endpoints.map(({ name }) => name).filter((name) => !published.has(name))).toEqual(['hls'])
})
