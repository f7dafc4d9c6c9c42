import { shownTitle } from '@tonarchiv/contract/catalog'
import { describe, expect, test } from 'vitest'
import { isMissing, titleWithoutMark, trackCount } from './wording.ts'

describe('a title is shown without the extension of its file', () => {
  test.each([
    ['Abfahrt.mp3', 'Abfahrt'],
    ['Abfahrt.M4A', 'Abfahrt'],
    ['Abfahrt.wav', 'Abfahrt'],
    ['Abfahrt.flac', 'Abfahrt.flac'],
    ['mp3', 'mp3'],
    ['1.mp3.wav', '1.mp3'],
  ])('%s as %s', (title, shown) => {
    expect(shownTitle(title)).toBe(shown)
  })
})

describe('a track is missing', () => {
  test.each([
    ['without a file', { title: 'Lichtung' }, true],
    ['with the mark in its title', { title: '[FEHLT] Lichtung', file: 'a.mp3' }, true],
    ['never when it has a file and no mark', { title: 'Lichtung (fehlt)', file: 'a.mp3' }, false],
  ])('%s', (_case, track, missing) => {
    expect(isMissing(track)).toBe(missing)
  })
})

test('the mark is not read out as part of a title', () => {
  expect(titleWithoutMark('[FEHLT] Lichtung.mp3')).toBe('Lichtung')
  expect(titleWithoutMark('Lichtung [FEHLT]')).toBe('Lichtung')
  expect(titleWithoutMark('[FEHLT]')).toBe('[FEHLT]')
})

test('tracks are counted', () => {
  expect(trackCount(1)).toBe('1 Track')
  expect(trackCount(0)).toBe('0 Tracks')
})
