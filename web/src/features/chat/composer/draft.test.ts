import { ALBUM_MAX, ROOM_ID } from '@tonarchiv/contract/chat'
import { beforeEach, describe, expect, test } from 'vitest'
import { openDraft, resetDraft, setText, useDraft } from './draft.ts'
import { addImage as addImageTo, moveImage } from './draft-images.ts'
import { editUnsent, removeDelivered, restoreMessage, takeMessage } from './unsent-texts.ts'
import type { OwnMedia } from '../state/outgoing.ts'

beforeEach(resetDraft)

const draft = () => useDraft.getState()
const unsent = () => draft().unsent.map(({ text }) => text)
const image = (address: string): OwnMedia => ({ kind: 'image', file: new Blob(), address })
const restoreText = (returned: { text: string; clientId: string }) =>
  restoreMessage(ROOM_ID, { ...returned, media: [] })
const addImage = (added: OwnMedia) => addImageTo(ROOM_ID, added)
const addresses = (images: readonly OwnMedia[]) => images.map(({ address }) => address)

describe('what is being written', () => {
  test('what could not be sent goes into an empty field, and beside a new draft', () => {
    restoreText({ text: 'erste', clientId: 'a' })
    expect(draft().text).toBe('erste')
    setText('schon etwas anderes')
    restoreText({ text: 'zweite', clientId: 'b' })
    expect(draft().text).toBe('schon etwas anderes')
    expect(unsent()).toEqual(['zweite'])
  })

  test('a kept text changes places with the one in the field, and is still the same message when it is sent', () => {
    setText('neu')
    restoreText({ text: 'alt', clientId: 'a' })
    const [old] = draft().unsent
    if (old) editUnsent(old)
    expect(draft().text).toBe('alt')
    expect(unsent()).toEqual(['neu'])
    expect(takeMessage('alt').clientId).toBe('a')
    expect(draft().text).toBe('')
    expect(takeMessage('').clientId).toBeUndefined()
  })

  test('a text that was changed is another message', () => {
    restoreText({ text: 'alt', clientId: 'a' })
    setText('alt, aber länger')
    expect(takeMessage('alt, aber länger').clientId).toBeUndefined()
  })

  test('what stands in the chat after all is not offered once more', () => {
    restoreText({ text: 'eins', clientId: 'a' })
    restoreText({ text: 'zwei', clientId: 'b' })
    restoreMessage('mit-okan', { text: 'drei', clientId: 'b', media: [] })
    removeDelivered(ROOM_ID, new Set(['a', 'b', null]))
    expect(draft()).toMatchObject({ text: '', unsent: [], failure: undefined })
    openDraft('mit-okan')
    expect(draft().text).toBe('drei')
  })

  test('pictures that come back stand in the order in which they were attached', () => {
    for (const address of ['1', '2', '3']) addImage(image(address))
    const [first, second, third] = takeMessage('').media
    addImage(image('4'))
    for (const [index, back] of [second, first, third].entries())
      if (back) restoreMessage(ROOM_ID, { text: '', clientId: String(index), media: [back] })
    expect(addresses(draft().images)).toEqual(['1', '2', '3', '4'])
  })

  test('images that were moved keep their new order, also when they come back', () => {
    for (const address of ['1', '2', '3']) addImage(image(address))
    moveImage('3', 0)
    expect(addresses(draft().images)).toEqual(['3', '1', '2'])
    moveImage('3', 1)
    const { media } = takeMessage('')
    expect(addresses(media)).toEqual(['1', '3', '2'])
    restoreMessage(ROOM_ID, { text: '', clientId: 'a', media })
    expect(addresses(draft().images)).toEqual(['1', '3', '2'])
  })

  test('images that come back with their text are the same message while nothing of it was changed', () => {
    const media = ['1', '2'].map(image)
    restoreMessage(ROOM_ID, { text: 'Konzert', clientId: 'a', media })
    expect(takeMessage('Konzert')).toMatchObject({ clientId: 'a', media })
    restoreMessage(ROOM_ID, { text: 'Konzert', clientId: 'a', media })
    addImage(image('3'))
    expect(takeMessage('Konzert').clientId).toBeUndefined()
    restoreMessage(ROOM_ID, { text: 'Konzert', clientId: 'a', media })
    removeDelivered(ROOM_ID, new Set(['a']))
    expect(draft()).toMatchObject({ text: '', images: [] })
  })

  test('each conversation has its own', () => {
    setText('an alle')
    addImage(image('1'))
    openDraft('mit-okan')
    expect(draft()).toMatchObject({ text: '', images: [] })
    setText('nur an Okan')
    restoreMessage(ROOM_ID, { text: 'zurück', clientId: 'a', media: [] })
    openDraft(ROOM_ID)
    expect(draft()).toMatchObject({ text: 'an alle', images: [{ address: '1' }] })
    expect(unsent()).toEqual(['zurück'])
  })

  test('no more pictures wait than are sent at once', () => {
    const taken = Array.from({ length: ALBUM_MAX + 1 }, (_, index) => addImage(image(String(index))))
    expect(taken.filter((isTaken) => !isTaken)).toHaveLength(1)
    expect(draft().images).toHaveLength(ALBUM_MAX)
  })
})
