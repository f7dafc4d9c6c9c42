import { expect, test } from 'vitest'
import { formatName, playsItself } from './playable-formats.ts'

const everything = () => true
const nothing = () => false

test('a browser is asked for the format of a file by its media type', () => {
  const asked: string[] = []
  const ask = (type: string) => asked.push(type) > 0
  for (const file of ['Weg.FLAC', 'weg.v2.opus', 'm4a']) expect(playsItself({ file }, ask)).toBe(true)
  expect(playsItself({ file: 'weg.m4a', needsConversion: true }, ask)).toBe(true)
  expect(asked).toEqual([
    'audio/flac',
    'audio/ogg; codecs="opus"',
    'audio/mp4; codecs="mp4a.40.2"',
    'audio/mp4; codecs="alac"',
  ])
  expect(playsItself({ file: 'weg.mp3' }, nothing)).toBe(false)
})

test('a format that no browser plays is not asked for, and an unknown one counts as played', () => {
  expect(playsItself({ file: 'weg.ape', needsConversion: true }, everything)).toBe(false)
  expect(playsItself({ file: 'weg.neu', needsConversion: true }, everything)).toBe(false)
  expect(playsItself({ file: 'weg.neu' }, nothing)).toBe(true)
})

test('a format is named as people know it', () => {
  expect(formatName({ file: 'weg.m4a' })).toBe('AAC')
  expect(formatName({ file: 'weg.m4a', needsConversion: true })).toBe('ALAC')
  expect(formatName({ file: 'weg.neu' })).toBeUndefined()
})
