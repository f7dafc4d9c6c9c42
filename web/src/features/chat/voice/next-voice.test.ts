import { expect, test } from 'vitest'
import { aMessage } from '../../../testing/a-message.ts'
import { nextVoice } from './next-voice.ts'

const voice = (id: string) =>
  aMessage(id, { messageType: 'media', mediaType: 'voice', mediaUrl: `/voice/${id}`, mediaDuration: 9 })

test('after a voice message comes the next one, whatever stands between them', () => {
  const image = aMessage('2', { messageType: 'media', mediaType: 'image', mediaUrl: '/image' })
  const messages = [voice('1'), image, aMessage('3'), voice('4')]
  expect(nextVoice(messages, '/voice/1')).toEqual({ address: '/voice/4', from: 'Mila Kramer', duration: 9 })
  expect(nextVoice(messages, '/voice/4')).toBeUndefined()
  expect(nextVoice(messages, 'blob:draft')).toBeUndefined()
})
