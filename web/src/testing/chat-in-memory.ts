import type { ChatChange, ChatMessage } from '@tonarchiv/contract/chat'
import { expect } from 'vitest'
import { createChat, type Chat, type ChatDependencies } from '#features/chat/state/chat.ts'
import type { Page } from '#features/chat/state/log.ts'
import { unanswered, withDelivered } from '#features/chat/state/outgoing.ts'
import { aMessage } from './a-message.ts'

/** A fake server in memory, whose connections can be closed. */
export function createChatServer() {
  let messages: ChatMessage[] = []
  const deletions: { id: string; revision: number }[] = []
  const lines = new Set<(change: ChatChange) => void>()
  let revision = 0
  let lastNumber = 0
  const notify = (change: ChatChange) => lines.forEach((connection) => connection(change))

  function edit(id: string, content: string): void {
    revision += 1
    const editedAt = `t${revision}`
    messages = messages.map((each) => (each.id === id ? { ...each, content, editedAt } : each))
    const payload = { content, mentions: [], editedAt }
    notify({ type: 'chatChange', kind: 'edit', messageId: id, payload, revision })
  }
  function post(userId: string, text: string, clientId: string | null = null): ChatMessage {
    const known = messages.find((each) => clientId !== null && each.clientId === clientId)
    if (known) return known
    lastNumber += 1
    revision += 1
    const message = aMessage(String(lastNumber).padStart(6, '0'), { userId, content: text, clientId })
    messages = [...messages, message]
    notify({ type: 'chatMessage', message, revision })
    return message
  }
  function remove(id: string): void {
    if (!messages.some((each) => each.id === id)) return
    revision += 1
    messages = messages.filter((each) => each.id !== id)
    deletions.push({ id, revision })
    notify({ type: 'chatMessageDeleted', id, revision })
  }
  function read(query: Parameters<ChatDependencies['calls']['read']>[0], limit = query.limit ?? 5): Page {
    const { before, after, revision: known } = query
    const range = messages.filter(
      ({ id }) => (before === undefined || id < before) && (after === undefined || id > after),
    )
    return {
      messages: after === undefined ? range.slice(-limit) : range.slice(0, limit),
      hasMore: range.length > limit,
      revision,
      deletedIds:
        known === undefined ? [] : deletions.filter((each) => each.revision > known).map(({ id }) => id),
      changed: [],
      ownReactions: [],
    }
  }
  return { post, edit, remove, read, lines, all: () => messages }
}

type Server = ReturnType<typeof createChatServer>

/** The chat of a tab of this member, whose connection can be dropped. */
export function joinChat(
  server: Server,
  ownId: string,
  calls: Partial<ChatDependencies['calls']> = {},
  wait: ChatDependencies['wait'] = () => new Promise((done) => setTimeout(done)),
) {
  const errors: string[] = []
  let lastId = 0
  const chat = createChat({
    calls: {
      read: async (query) => server.read(query),
      post: async ({ message, clientId }) => server.post(ownId, message, clientId),
      remove: async (id) => server.remove(id),
      edit: async () => Promise.reject(new Error('No edits here')),
      react: async () => ({ revision: 0 }),
      pin: async () => ({ revision: 0 }),
      upload: async ({ address }) => address,
      ...calls,
    },
    ownId: () => ownId,
    newId: () => `${ownId}-${(lastId += 1)}`,
    now: () => '2026-11-21T09:40:00.000Z',
    wait,
    beforeNextFrame: (run) => setTimeout(run),
    showError: (what) => errors.push(what),
  })
  const connection = (change: ChatChange) => chat.receive(change)
  server.lines.add(connection)
  const drop = () => server.lines.delete(connection)
  const reconnect = () => {
    server.lines.add(connection)
    chat.connected()
  }
  return { chat, errors, drop, reconnect }
}

/** The visible messages in order. Own unconfirmed messages come last, marked with dots. */
export function shownTexts(chat: Chat): string[] {
  const { log, outbox, hidden } = chat.state.getState()
  return [
    ...withDelivered(log.messages, outbox)
      .filter(({ id }) => !hidden.has(id))
      .map(({ content }) => content),
    ...unanswered(outbox).map(({ text }) => `${text}…`),
  ]
}

/** Waits until the chat shows these texts. */
export const settled = (chat: Chat, expected: string[]) =>
  expect.poll(() => shownTexts(chat), { timeout: 5000, interval: 1 }).toEqual(expected)
