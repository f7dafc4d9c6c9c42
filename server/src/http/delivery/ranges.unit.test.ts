import { describe, expect, test } from 'vitest'
import { decideRange, type ConditionalHeaders } from './ranges.ts'

const modifiedAt = new Date('2026-05-04T10:20:30.400Z')
const httpDate = 'Mon, 04 May 2026 10:20:30 GMT'
const representation = { sizeBytes: 1000, etag: '"abc"', modifiedAt }

const all = { status: 200, start: 0, end: 999 }
const part = (start: number, end: number) => ({ status: 206, start, end })

describe('the bytes of a request', () => {
  test.each<[string, ConditionalHeaders, object]>([
    ['no wish gets all', {}, all],
    ['the first bytes', { range: 'bytes=0-99' }, part(0, 99)],
    ['one byte', { range: 'bytes=0-0' }, part(0, 0)],
    ['an open end', { range: 'bytes=500-' }, part(500, 999)],
    ['all as an open end', { range: 'bytes=0-' }, part(0, 999)],
    ['an end behind the end', { range: 'bytes=900-5000' }, part(900, 999)],
    ['the last bytes', { range: 'bytes=-100' }, part(900, 999)],
    ['more last bytes than there are', { range: 'bytes=-5000' }, part(0, 999)],
    ['the unit in capitals', { range: 'Bytes=1-2' }, part(1, 2)],
    ['the last byte', { range: 'bytes=999-' }, part(999, 999)],
    ['a start at the end', { range: 'bytes=1000-' }, { status: 416 }],
    ['a start behind the end', { range: 'bytes=99999999999999999999-' }, { status: 416 }],
    ['no last bytes', { range: 'bytes=-0' }, { status: 416 }],
    ['several ranges', { range: 'bytes=0-1,5-6' }, all],
    ['an end before its start', { range: 'bytes=9-2' }, all],
    ['another unit', { range: 'seconds=0-1' }, all],
    ['no number', { range: 'bytes=a-b' }, all],
    ['nothing', { range: 'bytes=-' }, all],
    ['a negative number', { range: 'bytes=--5' }, all],
    ['an unchanged part by its tag', { range: 'bytes=0-1', 'if-range': '"abc"' }, part(0, 1)],
    ['a changed part by its tag', { range: 'bytes=0-1', 'if-range': '"old"' }, all],
    ['a weak tag', { range: 'bytes=0-1', 'if-range': 'W/"abc"' }, all],
    ['an unchanged part by its date', { range: 'bytes=0-1', 'if-range': httpDate }, part(0, 1)],
    ['a changed part by its date', { range: 'bytes=0-1', 'if-range': 'Mon, 04 May 2026 10:20:29 GMT' }, all],
    ['a date that is none', { range: 'bytes=0-1', 'if-range': 'gestern' }, all],
    ['what the caller has', { 'if-none-match': '"abc"' }, { status: 304 }],
    ['what the caller has, among others', { 'if-none-match': '"x", W/"abc"' }, { status: 304 }],
    ['whatever the caller has', { 'if-none-match': '*' }, { status: 304 }],
    ['what the caller has not', { 'if-none-match': '"x"' }, all],
    ['a tag counts more than a date', { 'if-none-match': '"x"', 'if-modified-since': httpDate }, all],
    ['what has not changed since', { 'if-modified-since': httpDate }, { status: 304 }],
    ['what has changed since', { 'if-modified-since': 'Mon, 04 May 2026 10:20:29 GMT' }, all],
    [
      'what the caller has, also of a part',
      { range: 'bytes=0-1', 'if-none-match': '"abc"' },
      { status: 304 },
    ],
  ])('%s', (_name, headers, share) => {
    expect(decideRange(headers, representation)).toEqual(share)
  })

  test('an empty file has no range', () => {
    const empty = { ...representation, sizeBytes: 0 }
    expect(decideRange({ range: 'bytes=0-' }, empty)).toEqual({ status: 416 })
    expect(decideRange({ range: 'bytes=-1' }, empty)).toEqual({ status: 416 })
    expect(decideRange({}, empty)).toEqual({ status: 200, start: 0, end: -1 })
  })
})
