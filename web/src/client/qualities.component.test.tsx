import { beforeEach, describe, expect, test } from 'vitest'
import { streamUrl } from './media.ts'
import { encodings, otherWayOf } from './qualities.ts'

// These tests run in a browser that can play FLAC, but neither ALAC nor WMA.
let number = 0
beforeEach(() => {
  encodings.setState({ codec: 'opus' })
  number += 1
})

const wma = () => ({ file: `weg-${number}.wma`, needsConversion: true }) as const
const alac = () => ({ file: `weg-${number}.m4a`, needsConversion: true }) as const
const flac = () => ({ file: `weg-${number}.flac` })
const encoded = (file: string, kbps = '192') => `/api/quality/${file}?kbps=${kbps}&codec=opus`
const original = (file: string) => `/api/stream/${file}`

describe('a track that this browser cannot play', () => {
  test('is requested as an encoding, while the others are requested as they are', () => {
    expect(streamUrl(wma())).toBe(encoded(wma().file))
    expect(streamUrl(alac())).toBe(encoded(alac().file))
    expect(streamUrl(flac())).toBe(original(flac().file))
    expect(streamUrl({ file: alac().file })).toBe(original(alac().file))
  })

  test('has the chosen quality, which is not given up for a file that cannot be played', () => {
    localStorage.setItem('soundQuality', '96')
    expect(streamUrl(wma())).toBe(encoded(wma().file, '96'))
    expect([otherWayOf(wma()), otherWayOf(wma())]).toEqual([undefined, undefined])
    expect(streamUrl(wma())).toBe(encoded(wma().file, '96'))
  })

  test('is requested as it is where the server encodes nothing', () => {
    encodings.setState({ codec: undefined })
    expect(streamUrl(wma())).toBe(original(wma().file))
    expect([otherWayOf(wma()), otherWayOf(wma())]).toEqual([undefined, undefined])
  })
})

describe('a track that was rejected', () => {
  test('in the chosen quality is played as its own file, and that has no other way', () => {
    localStorage.setItem('soundQuality', '96')
    expect(otherWayOf(flac())).toBe('original')
    expect(streamUrl(flac())).toBe(original(flac().file))
    expect([otherWayOf(flac()), otherWayOf(flac())]).toEqual([undefined, undefined])
  })

  test('as its own file is tried again, then encoded, and that has no other way', () => {
    expect(otherWayOf(flac())).toBeUndefined()
    expect(streamUrl(flac())).toBe(original(flac().file))
    expect(otherWayOf(flac())).toBe('encoded')
    expect(streamUrl(flac())).toBe(encoded(flac().file))
    expect(otherWayOf(flac())).toBeUndefined()
    expect(streamUrl(flac())).toBe(encoded(flac().file))
  })
})
