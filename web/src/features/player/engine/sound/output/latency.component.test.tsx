import { expect, test, vi } from 'vitest'
import { createSound } from '../audio.ts'
import { createTimelineSound } from '../gapless/timeline-sound.ts'
import { SilentElement } from '../silent-element.ts'
import { createSoundOutput } from './sound-output.ts'

const nothing = () => undefined
const EVENTS = {
  onTime: nothing,
  onLength: nothing,
  onBuffered: nothing,
  onPlaying: nothing,
  onWaiting: nothing,
  onPaused: nothing,
  onRejected: nothing,
  onJump: nothing,
  onNearlyEnded: nothing,
  onEnded: nothing,
  onFailure: nothing,
}

class FakeNode {
  gain = { cancelScheduledValues: nothing, setTargetAtTime: nothing }
  connect = (to: unknown) => to
}

/** The output of a browser whose mixer runs, and states these latencies in seconds. */
function outputWith(stated: { baseLatency: number | undefined; outputLatency: number | undefined }) {
  class FakeContext extends EventTarget {
    state = 'running'
    currentTime = 0
    destination = {}
    baseLatency = stated.baseLatency
    outputLatency = stated.outputLatency
    createMediaElementSource = () => new FakeNode()
    // The mixer is suspended a while after the sound was closed, when other tests may run in the same page.
    suspend = () => Promise.resolve()
  }
  vi.stubGlobal('AudioContext', FakeContext)
  vi.stubGlobal('GainNode', FakeNode)
  const real = new Audio()
  const output = createSoundOutput({
    isWanted: () => true,
    isFaded: () => true,
    realElement: () => real,
    isForeign: () => false,
  })
  output.wake()
  return output.createDeck()
}

type Deck = ReturnType<typeof outputWith>

/** A sound of audio elements, and the element that plays it. */
function soundOfElements({ amplify }: Deck) {
  const element = new SilentElement()
  const elements = [element, new SilentElement(), new SilentElement()] as const
  return { sound: createSound(elements, EVENTS, () => false, amplify), element }
}

/** A sound of a timeline whose file is never loaded, and the element that plays it. */
function soundOfTimeline({ amplify }: Deck) {
  const element = Object.assign(new SilentElement(), { disableRemotePlayback: false })
  const openFile = () => Promise.withResolvers<never>().promise
  const sound = createTimelineSound(
    { element, amplifier: amplify(element), Source: MediaSource, openFile },
    { events: EVENTS, onUnsuitable: nothing, onNextUnsuitable: nothing, canBeFollowed: () => false },
  )
  return { sound, element }
}

const STATED = [
  { baseLatency: 0.01, outputLatency: 0.2, seconds: 0.21 },
  { baseLatency: 0.01, outputLatency: undefined, seconds: 0.01 },
  { baseLatency: undefined, outputLatency: undefined, seconds: 0 },
  { baseLatency: 0.01, outputLatency: Number.NaN, seconds: 0 },
  { baseLatency: Number.NaN, outputLatency: 0.2, seconds: 0 },
]

test.each([
  ['audio elements', soundOfElements],
  ['a timeline', soundOfTimeline],
])('what is heard of %s is behind its position by the latency that the browser states', (_name, soundOf) => {
  for (const { seconds, ...stated } of STATED) {
    const { sound, element } = soundOf(outputWith(stated))
    sound.open('a', 0)
    sound.play()
    element.sounds(100)
    element.runsTo(10)
    expect(element.currentTime).toBe(10)
    expect(sound.audibleSeconds(), JSON.stringify(stated)).toBeCloseTo(10 - seconds, 9)
    sound.close()
  }
})

test('the position of an element without the mixer contains the latency already', () => {
  const deck = outputWith({ baseLatency: 0.01, outputLatency: 0.2 })
  const { sound, element } = soundOfElements(deck)
  sound.open('a', 0)
  element.runsTo(10)
  expect(sound.audibleSeconds()).toBe(10)
})
