import { type ChatMessage, listMessages, type Quote } from '@tonarchiv/contract/chat'
import { type KnownChange, knownChange, quotedText } from '@tonarchiv/contract/chat-changes'
import { type BrowserSocket, openSocket } from './browser-socket.ts'
import { callers } from './start-app.ts'

/** The server process that a reader connects to. */
interface Place {
  address: string
}

/**
 * A second implementation of the chat's client: it applies the changes from the socket, and after a gap or a
 * new connection reads those that it missed. It is written from the contract, so that tests check the
 * contract and not one client.
 */
export class ChatReader {
  messages = new Map<string, ChatMessage>()
  revision = -1
  /** Changes from the socket that were repeated or out of order. */
  faults: string[] = []
  socket: BrowserSocket | undefined
  readonly #token: string
  readonly #pageLines: number

  /** `pageLines`: messages per page of missed changes; few, so that there are several pages. */
  constructor({ token }: { token: string }, pageLines = 7) {
    this.#token = token
    this.#pageLines = pageLines
  }

  /** Connects to a process and reads the missed changes. */
  async connect(place: Place): Promise<void> {
    this.socket = openSocket(place, { token: this.#token })
    await this.socket.ready()
    await this.#readMissed(place)
  }

  async #readMissed({ address }: Place): Promise<void> {
    const { call } = callers(address, this.#token)
    for (;;) {
      const after = [...this.messages.keys()].sort().at(-1)
      const query =
        after === undefined || this.revision < 0
          ? { limit: 100 }
          : { limit: this.#pageLines, after, revision: this.revision }
      const page = await call(listMessages, { query })
      for (const message of page.messages) this.messages.set(message.id, message)
      for (const message of page.changed) this.#replace(message)
      for (const id of page.deletedIds) this.#delete(id)
      if (page.hasMore && after !== undefined) continue
      this.revision = page.revision
      return
    }
  }

  disconnect(): void {
    this.listen()
    this.socket?.close()
    this.socket = undefined
  }

  /** Applies the changes that the socket has received. */
  listen(): void {
    const { got } = this.socket ?? { got: [] }
    let last = -1
    for (const message of got) {
      if (
        message.type !== 'chatMessage' &&
        message.type !== 'chatMessageDeleted' &&
        message.type !== 'chatChange'
      )
        continue
      if (message.revision <= last) this.faults.push(`${message.revision} after ${last}`)
      if (last >= 0 && message.revision > last + 1)
        this.faults.push(`gap from ${last} to ${message.revision}`)
      last = message.revision
      if (message.type === 'chatMessage') this.messages.set(message.message.id, message.message)
      else if (message.type === 'chatMessageDeleted') this.#delete(message.id)
      else {
        const change = knownChange(message)
        if (change === undefined) this.faults.push(`no payload of ${message.kind} at ${message.revision}`)
        else this.#apply(change)
      }
      this.revision = Math.max(this.revision, message.revision)
    }
  }

  #apply(change: KnownChange): void {
    const message = this.messages.get(change.messageId)
    if (message === undefined) return
    if (change.kind === 'edit') this.#replace({ ...message, ...change.payload })
    else if (change.kind === 'pin') this.#replace({ ...message, pinnedAt: change.payload.message.pinnedAt })
    else {
      const { emoji, count, userIds, since } = change.payload
      const others = message.reactions.filter((reaction) => reaction.emoji !== emoji)
      const reactions = count === 0 ? others : [...others, { emoji, count, userIds, since }]
      this.#replace({ ...message, reactions: reactions.sort((one, other) => one.since - other.since) })
    }
  }

  /** Replaces a message, and its text in replies. */
  #replace(message: ChatMessage): void {
    if (this.messages.has(message.id)) this.messages.set(message.id, message)
    this.#quote(message.id, (quote) =>
      quote.excerpt === null ? quote : { ...quote, excerpt: quotedText(message.content) },
    )
  }

  #delete(id: string): void {
    this.messages.delete(id)
    const gone = { userId: null, displayName: '', excerpt: null, mediaType: null, thumbnailUrl: null }
    this.#quote(id, () => ({ id, ...gone }))
  }

  #quote(id: string, replace: (quote: Quote) => Quote): void {
    for (const message of this.messages.values())
      if (message.replyTo?.id === id)
        this.messages.set(message.id, { ...message, replyTo: replace(message.replyTo) })
  }

  /** All messages, in their order. */
  all(): ChatMessage[] {
    return [...this.messages.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
  }

  list(): string[] {
    return this.all().map(({ id, content }) => `${id} ${content}`)
  }
}
