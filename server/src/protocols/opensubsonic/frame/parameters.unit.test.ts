import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { parseQuery } from '#http/query-string.ts'
import { Refused } from '#platform/refused.ts'
import { checkMusicFolder, musicFolderId } from '../endpoints/music-folder.ts'
import { count, flag, id, ids, offset, parameterReader, text, year } from './parameters.ts'

const SCHEMA = z.object({
  id,
  songId: z.optional(ids(3)),
  name: z.optional(text(10)),
  size: count(10, 500),
  offset,
  fromYear: z.optional(year),
  submission: z._default(flag, true),
  musicFolderId,
})
const readSchema = parameterReader(SCHEMA)
const read = (query: string, form = '') =>
  readSchema({ query: parseQuery(query), body: form === '' ? undefined : parseQuery(form) })

/** The code of the refusal of these parameters. */
function refusalOf(query: string): string | undefined {
  try {
    read(query)
  } catch (error) {
    if (error instanceof Refused) return error.refusal.code
    throw error
  }
  return undefined
}

test('parameters come from the query and from the form, with what they are when they are missing', () => {
  expect(read('id=1&unbekannt=2')).toEqual({ id: '1', size: 10, offset: 0, submission: true })
  expect(
    read('id=1&songId=a', 'songId=b&songId=c&size=900&fromYear=1999&submission=false&musicFolderId=1'),
  ).toEqual({
    id: '1',
    songId: ['a', 'b', 'c'],
    size: 500,
    offset: 0,
    fromYear: 1999,
    submission: false,
    musicFolderId: 1,
  })
  expect(read('id=1&id=2&name=a&name=b')).toMatchObject({ id: '1', name: 'a' })
  expect(read('id=1&songId=a')).toMatchObject({ songId: ['a'] })
})

test('a flag is read as programs of all languages write it', () => {
  for (const value of ['true', 'True', '1']) expect(read(`id=1&submission=${value}`).submission).toBe(true)
  for (const value of ['false', 'False', '0']) expect(read(`id=1&submission=${value}`).submission).toBe(false)
  for (const value of ['', 'TRUE', 'yes', '2'])
    expect(refusalOf(`id=1&submission=${value}`)).toBe('VALIDATION')
})

test('a missing parameter is another error than a wrong value', () => {
  expect(refusalOf('')).toBe('PARAMETER_MISSING')
  const wrong = [
    'id=',
    `id=${'x'.repeat(65)}`,
    'id=%00',
    'id=1&name=12345678901',
    'id=1&size=-1',
    'id=1&size=1e3',
    'id=1&size=',
    'id=1&offset=-1',
    'id=1&offset=99999999999999999999',
    'id=1&fromYear=10000',
    'id=1&submission=vielleicht',
    'id=1&songId=1&songId=2&songId=3&songId=4',
    'id=1&songId=',
  ]
  for (const query of wrong) expect([query, refusalOf(query)]).toEqual([query, 'VALIDATION'])
})

test('ten thousand ids are rejected where fewer are allowed', () => {
  const many = Array.from({ length: 10_000 }, (_, index) => `songId=${index}`).join('&')
  expect(refusalOf(`id=1&${many}`)).toBe('VALIDATION')
})

test('there is one folder of music', () => {
  for (const known of [undefined, 1]) expect(() => checkMusicFolder(known)).not.toThrow()
  for (const unknown of [0, 2]) expect(() => checkMusicFolder(unknown)).toThrow(Refused)
})
