import { describe, expect, test } from 'vitest'
import { formatDate, formatNumber, formatRunningTime, formatSize, formatTime } from './format.ts'

describe('a time reads m:ss', () => {
  test.each([
    [0, '0:00'],
    [9.99, '0:09'],
    [60, '1:00'],
    [222, '3:42'],
    [3726, '62:06'],
    [Number.NaN, '0:00'],
    [Number.POSITIVE_INFINITY, '0:00'],
    [-3, '0:00'],
  ])('%d seconds as %s', (seconds, text) => {
    expect(formatTime(seconds)).toBe(text)
  })
})

describe('a running time reads in words', () => {
  test.each([
    [0, '0 Min.'],
    [48, '48 Sek.'],
    [59.6, '1 Min.'],
    [2716, '45 Min.'],
    [3600, '1 Std.'],
    [3899, '1 Std. 5 Min.'],
  ])('%d seconds as %s', (seconds, text) => {
    expect(formatRunningTime(seconds)).toBe(text)
  })
})

describe('a size reads in the largest fitting unit', () => {
  test.each([
    [0, '0 Bytes'],
    [1023, '1.023 Bytes'],
    [1024, '1 KB'],
    [1024 * 1024 - 1, '1 MB'],
    [13_002_342, '12,4 MB'],
    [4 * 1024 ** 3, '4 GB'],
    [5000 * 1024 ** 3, '5.000 GB'],
    [-1, '0 Bytes'],
  ])('%d bytes as %s', (sizeBytes, text) => {
    expect(formatSize(sizeBytes)).toBe(text)
  })
})

test('numbers and dates have their German form', () => {
  expect(formatNumber(7)).toBe('7')
  expect(formatNumber(1284)).toBe('1.284')
  expect(formatNumber(-1_234_567)).toBe('-1.234.567')
  expect(formatNumber(1284.5)).toBe('1.284,5')
  expect(formatDate(new Date(2024, 10, 6, 12))).toBe('06.11.2024')
  expect(formatDate('gestern')).toBe('Ungültiges Datum')
})
