import { expect, test } from 'vitest'
import { zipSize } from './send-zip.ts'

const GIBIBYTE = 2 ** 30
/**
 * Sizes in bytes of the structures that a ZIP contains for a file with a name of one character. See APPNOTE.TXT 6.3.10,
 * 4.3.7, 4.3.9 and 4.3.12.
 */
const LOCAL_HEADER = 30 + 1
const DESCRIPTOR = 16
const CENTRAL_HEADER = 46 + 1
const END = 22
/**
 * The additional sizes in ZIP64: two sizes of 8 bytes, the extra fields of the central directory, and its end. See
 * APPNOTE.TXT 4.3.9.2, 4.5.3 and 4.3.14.
 */
const LARGE_DESCRIPTOR = 24
const OFFSET_FIELD = 4 + 8
const SIZES_FIELD = 4 + 8 + 8 + 8
const LARGE_END = 56 + 20 + END

const file = (path: string, sizeBytes: number | null) => ({ path, sizeBytes })

test.each([
  [
    'below 4 GiB has no field of ZIP64',
    [file('a', GIBIBYTE), file('b', 2 * GIBIBYTE)],
    3 * GIBIBYTE + 2 * (LOCAL_HEADER + DESCRIPTOR + CENTRAL_HEADER) + END,
  ],
  [
    'with a file of 4 GiB has its sizes in 8 bytes',
    [file('a', 4 * GIBIBYTE)],
    4 * GIBIBYTE + LOCAL_HEADER + LARGE_DESCRIPTOR + CENTRAL_HEADER + SIZES_FIELD + LARGE_END,
  ],
  [
    'whose directory stands behind 4 GiB has a larger end',
    [file('a', 3 * GIBIBYTE), file('b', 3 * GIBIBYTE)],
    6 * GIBIBYTE + 2 * (LOCAL_HEADER + DESCRIPTOR + CENTRAL_HEADER) + LARGE_END,
  ],
  [
    'with a file behind 4 GiB has its offset in 8 bytes',
    [file('a', 3 * GIBIBYTE), file('b', 3 * GIBIBYTE), file('c', 3 * GIBIBYTE)],
    9 * GIBIBYTE + 3 * (LOCAL_HEADER + DESCRIPTOR + CENTRAL_HEADER) + OFFSET_FIELD + LARGE_END,
  ],
])('the size of a ZIP %s', (_case, files, sizeBytes) => {
  expect(zipSize(files)).toBe(sizeBytes)
})

test('the size of a ZIP is unknown when that of one file is', () => {
  expect(zipSize([file('a', 1), file('b', null)])).toBeUndefined()
})
