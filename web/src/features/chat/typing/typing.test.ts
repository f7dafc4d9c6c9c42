import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  createTypingSender,
  NO_TYPISTS,
  stillTyping,
  typingLine,
  untilNextStops,
  withTyping,
  type Typists,
} from './typing.ts'

const types = (username: string, isTyping = true) => ({
  userId: username,
  username,
  displayName: username,
  isTyping,
})
const typing = (...names: string[]) =>
  names.reduce((typists, name) => withTyping(typists, types(name), 0), NO_TYPISTS)

/** The text of the typing indicator, without the marks of admins. */
function typingText(typists: Typists): string {
  const { named, end } = typingLine(typists)
  return named.map(([, { displayName }]) => displayName).join(', ') + end
}

describe('who types', () => {
  test.each([
    [[], ''],
    [['mila_k'], 'mila_k schreibt...'],
    [['mila_k', 'okan_s'], 'mila_k, okan_s schreiben...'],
    [['a', 'b', 'c', 'd', 'e'], 'a, b, c und 2 weitere schreiben...'],
  ])('%j', (names, text) => {
    expect(typingText(typing(...names))).toBe(text)
  })

  test('are called by their display names', () => {
    const mila = { ...types('mila_k'), displayName: 'Mila Kramer' }
    expect(typingText(withTyping(NO_TYPISTS, mila, 0))).toBe('Mila Kramer schreibt...')
  })

  test('is shown for three seconds, and again after another event', () => {
    const typists = withTyping(typing('mila_k', 'okan_s'), types('okan_s'), 2000)
    expect(untilNextStops(typists, 2000)).toBe(1000)
    expect(typingText(stillTyping(typists, 2999))).toBe('mila_k, okan_s schreiben...')
    expect(typingText(stillTyping(typists, 3000))).toBe('okan_s schreibt...')
    expect(typingText(stillTyping(typists, 5000))).toBe('')
    expect(untilNextStops(NO_TYPISTS, 0)).toBeUndefined()
  })

  test('a member who stops is removed at once', () => {
    expect(typingText(withTyping(typing('mila_k'), types('mila_k', false), 10))).toBe('')
  })
})

describe('own typing', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('is sent when it begins, every two seconds, and when it ends', () => {
    const lastSent: boolean[] = []
    const sender = createTypingSender((isTyping) => lastSent.push(isTyping))
    for (let key = 0; key < 10; key += 1) {
      sender.typed()
      vi.advanceTimersByTime(500)
    }
    expect(lastSent).toEqual([true, true, true])
    vi.advanceTimersByTime(3000)
    expect(lastSent).toEqual([true, true, true, false])
  })

  test('is sent again also after the clock was set back', () => {
    const lastSent: boolean[] = []
    const sender = createTypingSender((isTyping) => lastSent.push(isTyping))
    sender.typed()
    vi.setSystemTime(Date.now() - 3_600_000)
    vi.advanceTimersByTime(2000)
    sender.typed()
    expect(lastSent).toEqual([true, true])
  })

  test('ends once when the message is sent', () => {
    const lastSent: boolean[] = []
    const sender = createTypingSender((isTyping) => lastSent.push(isTyping))
    sender.typed()
    sender.stop()
    sender.stop()
    vi.advanceTimersByTime(10_000)
    expect(lastSent).toEqual([true, false])
  })
})
