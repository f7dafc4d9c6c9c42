import { expect, test } from 'vitest'
import { nextStep, type TimelineView } from './timeline-plan.ts'

const playing = { isOpened: true, appendedUntil: 20, isComplete: false }
const complete = { isOpened: true, appendedUntil: 100, isComplete: true }
const following = { isOpened: true, appendedUntil: 0, isComplete: false }
const awaited = { isOpened: false, appendedUntil: 0, isComplete: false }

const view = (changed: Partial<TimelineView>): TimelineView => ({
  position: 10,
  bufferedFrom: 0,
  tracks: [playing],
  aheadSeconds: 60,
  staleFrom: undefined,
  isFinished: false,
  ...changed,
})

test.each<[string, Partial<TimelineView>, ReturnType<typeof nextStep>]>([
  ['a track is appended ahead of its position', {}, { type: 'append', track: 0 }],
  ['a minute ahead is enough', { tracks: [{ ...playing, appendedUntil: 71 }] }, undefined],
  ['a browser that keeps less gets less', { aheadSeconds: 5 }, undefined],
  ['a track that is being opened is waited for', { tracks: [awaited] }, undefined],
  [
    'the next track waits until the current one is complete',
    { tracks: [playing, following] },
    { type: 'append', track: 0 },
  ],
  [
    'then it follows',
    { position: 50, tracks: [complete, { ...following, appendedUntil: 100 }] },
    { type: 'append', track: 1 },
  ],
  ['without a next track the sound ends with the current one', { tracks: [complete] }, { type: 'finish' }],
  ['once', { tracks: [complete], isFinished: true }, undefined],
  ['a next track that is being opened is waited for', { tracks: [complete, awaited] }, undefined],
  [
    'but not beyond the end',
    { position: 99.5, bufferedFrom: 40, tracks: [complete, awaited] },
    { type: 'finish' },
  ],
  ['two complete tracks end as one', { tracks: [complete, complete] }, { type: 'finish' }],
  [
    'what is not expected any more goes first',
    { staleFrom: 30 },
    { type: 'remove', from: 30, until: Infinity },
  ],
  ['a minute behind the position is kept', { position: 89 }, { type: 'append', track: 0 }],
  ['and what lies further behind goes', { position: 91 }, { type: 'remove', from: 0, until: 31 }],
])('%s', (_name, changed, step) => {
  expect(nextStep(view(changed))).toEqual(step)
})
