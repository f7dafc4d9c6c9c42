import { describe, expect, test } from 'vitest'
import { aMessage } from '../../../testing/a-message.ts'
import type { SentDraft } from './outgoing.ts'
import { NOTHING_SENT, sendingAfter, type SendingEvent, type SendingState } from './sending-machine.ts'

const after = (events: readonly SendingEvent[], from: SendingState = NOTHING_SENT) =>
  events.reduce(sendingAfter, from)
const sent = (clientId: string, more: Partial<SentDraft> = {}): SendingEvent => ({
  type: 'sent',
  draft: { clientId, text: clientId, ...more },
})
const withFile = { upload: async () => '/media/1' }
const answer = aMessage('1', { userId: 'mila', clientId: 'a' })
const failure = new Error('away')
const posted = { type: 'posted', clientId: 'a' } as const
const answered = { type: 'answered', clientId: 'a', answer } as const
const failed = { type: 'failed', clientId: 'a', failure } as const
const cancelled = { type: 'cancelled', clientId: 'a' } as const
const progress = { type: 'progress', clientId: 'a', share: 0.5 } as const

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
    expect(state.outbox[0]?.stage).toEqual({ name: 'uploading', progress: 0.5 })
    expect(after([posted, progress], state).outbox[0]?.stage).toEqual({ name: 'posting' })
  })

  test('goes back to its author with the reason when it fails, at any stage before the answer', () => {
    for (const before of [[sent('a')], [sent('a', withFile)], [sent('a'), posted]]) {
      const state = after([...before, failed])
      expect([stages(state), back(state)]).toEqual([[], [['a', failure]]])
    }
    const done = after([sent('a'), posted, answered])
    expect(after([failed], done)).toBe(done)
  })

  test('can be cancelled while its file is being sent, and not once the server stores it', () => {
    const state = after([sent('a', withFile), cancelled])
    expect([stages(state), back(state)]).toEqual([[], [['a', undefined]]])
    for (const events of [[sent('a')], [sent('a', withFile), posted], [sent('a'), posted, answered]]) {
      const before = after(events)
      expect(after([cancelled], before)).toBe(before)
    }
    // Later events of its upload are ignored.
    for (const late of [progress, posted, answered, failed]) expect(after([late], state)).toBe(state)
  })

  test('that has arrived before its answer, or was deleted meanwhile, is not sent again', () => {
    expect(stages(after([sent('a'), posted, logged({ sent: ['a'] })]))).toEqual([])
    expect(stages(after([sent('a'), posted, answered, logged({ deleted: ['1'] })]))).toEqual([])
    const failedLate = after([sent('a'), posted, logged({ sent: ['a'] }), failed])
    expect(back(failedLate)).toEqual([])
    // The same client id of another author is another message.
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
