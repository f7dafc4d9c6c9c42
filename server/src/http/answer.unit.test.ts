import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { pickerOf } from './answer.ts'

const Album = z.object({
  id: z.string(),
  tracks: z.array(
    z.object({ title: z.string(), artists: z.optional(z.array(z.object({ name: z.string() }))) }),
  ),
  owner: z.optional(z.object({ name: z.string() })),
  note: z.nullable(z.string()),
})
const pick = pickerOf(Album)
const album = () => ({
  id: '1',
  tracks: [{ title: 'Eins' }, { title: 'Zwei', artists: [{ name: 'Ada' }, { name: 'Bo' }] }],
  owner: { name: 'Mara' },
  note: null,
})
const passwordHash = 'geheim'

test('fields that a schema does not have are left out at any depth, and the value is not changed', () => {
  const { id, tracks, owner, note } = album()
  const [first, second] = tracks
  const withMore: object[] = [
    { ...album(), passwordHash },
    { passwordHash, ...album() },
    { id, tracks, owner: { ...owner, passwordHash }, note },
    { id, tracks: [{ ...first, passwordHash }, second], owner, note },
    {
      id,
      tracks: [first, { ...second, artists: [{ name: 'Ada' }, { name: 'Bo', passwordHash }] }],
      owner,
      note,
    },
  ]
  for (const value of withMore) {
    const before = structuredClone(value)
    expect(pick(value)).toStrictEqual(album())
    expect(value).toStrictEqual(before)
  }
})

test('what is inherited is left out, too', () => {
  class Row {
    id = '1'
    note = null
    get passwordHash() {
      return passwordHash
    }
    toJSON() {
      return { passwordHash }
    }
  }
  for (const value of [
    Object.assign(new Row(), { tracks: [] }),
    { __proto__: { passwordHash }, id: '1', tracks: [], note: null },
    { __proto__: null, id: '1', tracks: [], note: null, passwordHash },
    { id: '1', tracks: [], note: null, toJSON: () => passwordHash },
  ])
    expect(JSON.parse(JSON.stringify(pick(value)))).toEqual({ id: '1', tracks: [], note: null })
})

test('a value with the fields of its schema only is not copied', () => {
  const value = album()
  expect(pick(value)).toBe(value)
  expect(pick({ id: '1', tracks: [], note: 'x' })).toEqual({ id: '1', tracks: [], note: 'x' })
})
