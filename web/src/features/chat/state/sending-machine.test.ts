import { describe, expect, test } from 'vitest'
import { aMessage } from '../../../testing/a-message.ts'
import type { SentDraft } from './outgoing.ts'
import { NOTHING_SENT, sendingAfter, type SendingEvent, type SendingState } from './sending-machine.ts'

const after = (events: readonly SendingEvent[], from: SendingState = NOTHING_SENT) =>
  events.reduce(sendingAfter, from)
const sent = (clientId: string, more: Partial<SentDraft> = {}): SendingEvent => ({
  type: 'sent',
  draft: { clientId, text: clientId, media: [], writtenAt: 0, ...more },
})
const anImage = (address: string) => ({ kind: 'image' as const, file: new Blob(), address })
const withFile = { media: [anImage('eins')] }
const withFiles = { media: [anImage('eins'), anImage('zwei'), anImage('drei')] }
const answer = aMessage('1', { userId: 'mila', clientId: 'a' })
const failure = new Error('away')
const posted = { type: 'posted', clientId: 'a' } as const
const answered = { type: 'answered', clientId: 'a', answer } as const
const failed = { type: 'failed', clientId: 'a', failure } as const
const cancelled = { type: 'cancelled', clientId: 'a' } as const
const progress = { type: 'progress', clientId: 'a', address: 'eins', share: 0.5 } as const
const held = { type: 'held', clientId: 'a' } as const
const broken = (address: string) => ({ type: 'fileFailed', clientId: 'a', address, failure }) as const
const stuck = { type: 'stuck', clientId: 'a' } as const

const stages = ({ outbox }: SendingState) => outbox.map(({ clientId, stage }) => `${clientId} ${stage.name}`)
const back = ({ returned }: SendingState) => returned.map(({ clientId, failure: why }) => [clientId, why])
const logged = (content: { sent?: string[]; deleted?: string[] }): SendingEvent => ({
  type: 'logged',
  content: {
    messages: (content.sent ?? []).map((clientId) => aMessage(clientId, { userId: 'mila', clientId })),
    deleted: new Set(content.deleted),
  },
  ownId: 'mila',
})

describe('a message on its way', () => {
  test('waits for its turn, is stored, and stands by its answer until it arrives', () => {
    const state = after([sent('a'), sent('b')])
    expect(stages(state)).toEqual(['a waiting', 'b waiting'])
    expect(stages(after([posted], state))).toEqual(['a posting', 'b waiting'])
    expect(stages(after([posted, answered], state))).toEqual(['a answered', 'b waiting'])
    expect(stages(after([posted, answered, logged({ sent: ['a'] })], state))).toEqual(['b waiting'])
  })

  test('with a file shows how far that is', () => {
    const state = after([sent('a', withFile), progress])
    expect(state.outbox[0]).toMatchObject({ stage: { name: 'uploading' }, uploads: [{ share: 0.5 }] })
    expect(after([posted, progress], state).outbox[0]?.stage).toEqual({ name: 'posting' })
  })

  test('waits for the connection at any stage, and goes on from there', () => {
    for (const before of [[sent('a')], [sent('a', withFile)], [sent('a'), posted]]) {
      const state = after([...before, held])
      expect(stages(state)).toEqual(['a held'])
      expect(stages(after([posted, answered], state))).toEqual(['a answered'])
      expect(back(after([cancelled], state))).toEqual([['a', undefined]])
    }
    expect(stages(after([sent('a', withFile), held, progress]))).toEqual(['a uploading'])
  })

  test('of which the server rejects an image waits for its author, who repeats the upload or leaves it out', () => {
    const state = after([sent('a', withFiles), broken('zwei'), stuck])
    expect(stages(state)).toEqual(['a stuck'])
    const repeated = after([{ type: 'repeated', clientId: 'a', address: 'zwei' }], state)
    expect(repeated.outbox[0]).toMatchObject({
      stage: { name: 'uploading' },
      uploads: [{}, { share: 0 }, {}],
    })
    const left = after([{ type: 'leftOut', clientId: 'a', address: 'zwei' }], state)
    expect(left.outbox[0]?.media.map(({ address }) => address)).toEqual(['eins', 'drei'])
    expect(left.outbox[0]?.uploads).toHaveLength(2)
    // Images that were not rejected stay.
    expect(after([{ type: 'leftOut', clientId: 'a', address: 'eins' }], state)).toBe(state)
    expect(back(after([cancelled], state))).toEqual([['a', undefined]])
  })

  test('of which nothing is left is not sent', () => {
    const leftOut = { type: 'leftOut', clientId: 'a', address: 'eins' } as const
    const empty = after([sent('a', { ...withFile, text: '' }), broken('eins'), stuck, leftOut])
    expect([stages(empty), back(empty)]).toEqual([[], []])
    const text = after([sent('a', withFile), broken('eins'), stuck, leftOut])
    expect(text.outbox).toMatchObject([{ text: 'a', media: [] }])
  })

  test('that was stored and deleted before the answer is gone', () => {
    const state = after([sent('a'), posted, { type: 'gone', clientId: 'a' }])
    expect([stages(state), back(state)]).toEqual([[], []])
  })

  test('goes back to its author with the reason when it fails, at any stage before the answer', () => {
    for (const before of [[sent('a')], [sent('a', withFile)], [sent('a'), posted]]) {
      const state = after([...before, failed])
      expect([stages(state), back(state)]).toEqual([[], [['a', failure]]])
    }
    const done = after([sent('a'), posted, answered])
    expect(after([failed], done)).toBe(done)
  })

  test('can be cancelled until the server stores it', () => {
    expect(back(after([sent('a'), cancelled]))).toEqual([['a', undefined]])
    const state = after([sent('a', withFile), cancelled])
    expect([stages(state), back(state)]).toEqual([[], [['a', undefined]]])
    for (const events of [
      [sent('a', withFile), posted],
      [sent('a'), posted, answered],
    ]) {
      const before = after(events)
      expect(after([cancelled], before)).toBe(before)
    }
    // Later events of a cancelled message are ignored.
    for (const late of [progress, posted, answered, failed]) expect(after([late], state)).toBe(state)
  })

  test('that has arrived before its answer, or was deleted meanwhile, is not sent again', () => {
    expect(stages(after([sent('a'), posted, logged({ sent: ['a'] })]))).toEqual([])
    expect(stages(after([sent('a'), posted, answered, logged({ deleted: ['1'] })]))).toEqual([])
    const failedLate = after([sent('a'), posted, logged({ sent: ['a'] }), failed])
    expect(back(failedLate)).toEqual([])
    // A message of another author with the same client id is another message.
    const other = aMessage('9', { userId: 'okan', clientId: 'a' })
    const content = { messages: [other], deleted: new Set<string>() }
    expect(stages(after([sent('a'), { type: 'logged', content, ownId: 'mila' }]))).toEqual(['a waiting'])
  })

  test('that was answered before everything was read stands in the chat, or was deleted there', () => {
    const state = after([sent('a'), sent('b'), posted, answered])
    expect(stages(after([{ type: 'caughtUp', answeredIds: new Set(['a']) }], state))).toEqual(['b waiting'])
  })

  test('comes back once', () => {
    const state = after([sent('a'), failed, sent('b'), { ...failed, clientId: 'b' }])
    expect(back(state).map(([id]) => id)).toEqual(['a', 'b'])
    expect(back(after([{ type: 'taken' }], state)).map(([id]) => id)).toEqual(['b'])
  })
})
