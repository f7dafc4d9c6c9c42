import { notAPlaylistFile, playlistFileTooLong } from '@tonarchiv/contract/playlist-files'
import { expect, test } from 'vitest'
import { readPlaylistFile } from './read-playlist-file.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const read = (text: string) => readPlaylistFile(bytes(text))
const refusal = (text: string) => {
  try {
    read(text)
  } catch (error) {
    return error
  }
  return 'was read'
}

test('an extended M3U file has a title and entries with artist, title and album, at any end of line', () => {
  for (const end of ['\n', '\r\n', '\r']) {
    const lines = [
      '#EXTM3U',
      '#PLAYLIST:Nachtfahrten',
      '',
      '#EXTINF:192,Nordkurve - Flutlicht',
      '#EXTALB:Heimspiel',
      'Heimspiel/02 Flutlicht.mp3',
      '# ein Kommentar',
      '#EXTINF:-1 tvg-name="a, b",Kolja Brandt - Standspur',
      'https://radio.example/standspur',
    ]
    const { title, entries } = read(lines.join(end))
    expect(title).toBe('Nachtfahrten')
    expect(entries.map(({ line, text }) => [line, text])).toEqual([
      [6, 'Heimspiel/02 Flutlicht.mp3'],
      [9, 'https://radio.example/standspur'],
    ])
    expect(entries.map(({ names: [first] }) => first)).toEqual([
      { artist: 'Nordkurve', title: 'Flutlicht', album: 'Heimspiel' },
      { artist: 'Kolja Brandt', title: 'Standspur', album: undefined },
    ])
  }
})

test.each([
  ['Brandt - Standspur.mp3', { artist: 'Brandt', title: 'Standspur' }],
  ['01 Standspur.mp3', { title: 'Standspur' }],
  ['1-07. Brandt – Standspur.flac', { artist: 'Brandt', title: 'Standspur' }],
  [
    String.raw`C:\Musik\Brandt\Autobahn\07 Standspur.mp3`,
    { artist: 'Brandt', title: 'Standspur', album: 'Autobahn' },
  ],
  ['/Volumes/USB/Autobahn/Standspur.wav', { title: 'Standspur', album: 'Autobahn' }],
  ['../../../etc/passwd', { title: 'passwd', album: 'etc' }],
  ['file:///home/b/Autobahn/Stand%20spur.mp3', { title: 'Stand spur', album: 'Autobahn' }],
  ['100 % Standspur.mp3', { title: '100 % Standspur' }],
])('the path %s names %j', (path, name) => {
  expect(read(path).entries[0]?.names).toContainEqual({ album: undefined, ...name })
})

test('a file is read as UTF-8, with or without a byte order mark, and otherwise as Latin-1', () => {
  const textIn = (file: Uint8Array) => readPlaylistFile(file).entries.map(({ text }) => text)
  expect(textIn(bytes('Größe.mp3'))).toEqual(['Größe.mp3'])
  expect(textIn(bytes('\uFEFFGröße.mp3'))).toEqual(['Größe.mp3'])
  expect(textIn(Buffer.from('Größe.mp3', 'latin1'))).toEqual(['Größe.mp3'])
})

test('a JSPF file has a title, a description and entries; what has a wrong type is left out', () => {
  const track = [
    { title: 'Flutlicht', creator: 'Nordkurve', album: 'Heimspiel', duration: 192_000 },
    { title: 7, location: ['https://archiv.example/archive?track=abc'] },
    { location: 'kein Feld', title: 'Abpfiff' },
    'kein Titel',
  ]
  const file = read(JSON.stringify({ playlist: { title: 'Nacht', annotation: 'Leise.', track } }))
  expect(file).toMatchObject({ title: 'Nacht', description: 'Leise.' })
  expect(file.entries).toMatchObject([
    {
      line: 1,
      text: 'Nordkurve - Flutlicht',
      names: [{ artist: 'Nordkurve', title: 'Flutlicht', album: 'Heimspiel' }],
    },
    { line: 2, linked: 'abc', names: [] },
    { line: 3, text: 'Abpfiff', names: [{ title: 'Abpfiff' }] },
    { line: 4, names: [] },
  ])
})

test.each([
  ['an empty file', ''],
  ['comments alone', '#EXTM3U\n# nichts\n'],
  ['a binary file', 'RIFF\u0000\u0000WAVE'],
  ['broken JSON', '{"playlist": '],
  ['JSON of another kind', '{"playlist": {"title": "x"}}'],
  ['JSPF without entries', '{"playlist": {"track": []}}'],
  ['JSON that is nested a million times', `{"playlist": ${'['.repeat(1_000_000)}`],
])('%s is refused', (_name, text) => {
  expect(refusal(text)).toMatchObject({ refusal: notAPlaylistFile })
})

test('10,000 entries are read, 10,001 are refused, as is a file of very many lines', () => {
  const jspf = (count: number) =>
    JSON.stringify({ playlist: { track: Array.from({ length: count }, () => ({ title: 'a' })) } })
  for (const made of [(count: number) => 'a.mp3\n'.repeat(count), jspf]) {
    expect(read(made(10_000)).entries).toHaveLength(10_000)
    expect(refusal(made(10_001))).toMatchObject({ refusal: playlistFileTooLong })
  }
  expect(refusal('\n'.repeat(5_000_000))).toMatchObject({ refusal: playlistFileTooLong })
})

test('texts of the file are bounded, on one line and well-formed', () => {
  const [entry] = read(`${'x'.repeat(4_000_000)}\n`).entries
  expect(entry?.text).toHaveLength(1000)
  const file = read(
    JSON.stringify({ playlist: { title: 'a\u0085\u202eb\ud800', track: [{ title: 'x\ny' }] } }),
  )
  expect(file.title).toBe('a b\ufffd')
  expect(file.entries[0]?.text).toBe('x y')
})
