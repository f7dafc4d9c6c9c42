import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { parseXml } from '#testing/opensubsonic/parse-xml.ts'
import { readXml } from '#testing/opensubsonic/read-xml.ts'
import { escapeXml, xmlWriterOf } from './render-xml.ts'
import { dateTime, element, elementText, extension, integer, milliseconds } from './shape.ts'

const Song = z.object({
  id: z.string(),
  isDir: z.boolean(),
  track: z.optional(integer),
  genres: extension(z.array(z.object({ name: z.string() }))),
})
const Album = z.object({
  name: z.string(),
  created: z.optional(dateTime),
  changed: z.optional(milliseconds),
  notes: z.optional(element(z.string())),
  moods: z.array(z.string()),
  genre: z.array(z.object({ songCount: integer, value: elementText() })),
  song: z.array(Song),
})
const write = (value: z.output<typeof Album>, isPlain = false) => xmlWriterOf(Album)('album', value, isPlain)

const ALBUM: z.output<typeof Album> = {
  name: 'A & "B" <C>',
  created: '2026-11-23T08:00:00.000Z',
  changed: 1_795_420_800_000,
  notes: 'Zeile\nzwei',
  moods: ['ruhig', 'weit'],
  genre: [{ songCount: 2, value: 'Rock & Roll' }],
  song: [{ id: '1', isDir: false, track: 0, genres: [{ name: 'Rock' }] }],
}

test('values are attributes, children or text of an element as their shape says', () => {
  expect(write(ALBUM)).toBe(
    '<album name="A &amp; &quot;B&quot; &lt;C&gt;" created="2026-11-23T08:00:00.000Z" changed="1795420800000"><notes>Zeile&#10;zwei</notes><moods>ruhig</moods>' +
      '<moods>weit</moods><genre songCount="2">Rock &amp; Roll</genre>' +
      '<song id="1" isDir="false" track="0"><genres name="Rock"/></song></album>',
  )
  const document = `<?xml version="1.0" encoding="UTF-8"?>\n${write(ALBUM)}`
  expect(readXml(parseXml(document), Album)).toEqual(ALBUM)
})

test('what OpenSubsonic added as child elements is left out for old clients', () => {
  expect(write(ALBUM, true)).toContain('<song id="1" isDir="false" track="0"/></album>')
})

test('empty lists and missing values are nothing in XML', () => {
  expect(write({ name: '', moods: [], genre: [], song: [] })).toBe('<album name=""/>')
})

test('characters that XML cannot contain are removed, all others are kept', () => {
  const hostile = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).join('')
  const escaped = escapeXml(`${hostile}😀`)
  const document = `<?xml version="1.0" encoding="UTF-8"?>\n<a b="${escaped}"/>`
  const kept = parseXml(document).attributes['b'] ?? ''
  expect(kept).toContain('😀')
  expect(kept.startsWith('\t\n\r !"#$%&')).toBe(true)
  // XML cannot contain 29 control characters, two noncharacters and unpaired surrogates. Two pairs of surrogates are
  // kept: the emoji, and the last high surrogate with the first low surrogate, which follows it.
  expect(kept.length).toBe(0x10000 - 29 - 2 - 0x800 + 4)
})
