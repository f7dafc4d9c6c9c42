import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SilentElement } from './silent-element.ts'
import { createSpareElement } from './spare-element.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function setUp() {
  const [element, heard] = [new SilentElement(), new SilentElement()]
  const released: unknown[] = []
  const spare = createSpareElement(element, (each) => released.push(each))
  const soon = () => vi.advanceTimersByTimeAsync(1000)
  return { element, heard, released, spare, soon }
}

describe('the element that loads ahead', () => {
  test('can play once what it was given is there, and not when nothing was given', () => {
    const { element, spare } = setUp()
    element.loads(10)
    expect(spare.canPlay()).toBe(false)
    spare.prepare('/next.mp3')
    expect(element.src).toBe('/next.mp3')
    expect(spare.canPlay()).toBe(true)
    element.readyState = 2
    expect(spare.canPlay()).toBe(false)
  })

  test('is exchanged for the one that was heard, which runs out only at its end', async () => {
    const { element, heard, released, spare, soon } = setUp()
    spare.prepare('/next.mp3')
    expect(spare.change(heard, true)).toBe(element)
    expect(released).toEqual([])
    await soon()
    expect(released).toEqual([heard])
    spare.prepare('/third.mp3')
    expect(heard.src).toBe('/third.mp3')
    expect(spare.change(element, false)).toBe(heard)
    expect(released).toEqual([heard, element])
  })

  test('is of no use when its file failed or is not needed any more', async () => {
    const { element, heard, released, spare, soon } = setUp()
    expect(spare.change(heard, true)).toBeUndefined()
    spare.prepare('/next.mp3')
    element.breaks(2)
    expect(spare.change(heard, true)).toBeUndefined()
    spare.prepare('/next.mp3')
    spare.unprepare()
    expect(spare.change(heard, true)).toBeUndefined()
    expect(released).toEqual([])
    await soon()
    expect(released).toEqual([element])
  })

  test('that is to let go soon lets go at once for another file, and then no more', async () => {
    const { element, released, spare, soon } = setUp()
    spare.prepare('/next.mp3')
    spare.unprepare()
    spare.prepare('/other.mp3')
    expect(released).toEqual([element])
    await soon()
    expect(released).toEqual([element])
    expect(spare.canPlay()).toBe(false)
    element.loads(10)
    expect(spare.canPlay()).toBe(true)
  })

  test('lets go of everything when it is closed', async () => {
    const { element, heard, released, spare, soon } = setUp()
    spare.prepare('/next.mp3')
    spare.close()
    expect(released).toEqual([element])
    expect(spare.change(heard, true)).toBeUndefined()
    await soon()
    expect(released).toEqual([element])
  })
})
