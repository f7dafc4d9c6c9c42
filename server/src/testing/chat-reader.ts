import { type ChatMessage, listMessages } from '@tonarchiv/contract/chat'
import { type BrowserSocket, openSocket } from './browser-socket.ts'
import { callers } from './start-app.ts'

/** The process of the product that a reader connects to. */
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
      for (const id of page.deletedIds) this.messages.delete(id)
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
      if (message.type !== 'chatMessage' && message.type !== 'chatMessageDeleted') continue
      if (message.revision <= last) this.faults.push(`${message.revision} after ${last}`)
      if (last >= 0 && message.revision > last + 1)
        this.faults.push(`gap from ${last} to ${message.revision}`)
      last = message.revision
      if (message.type === 'chatMessage') this.messages.set(message.message.id, message.message)
      else this.messages.delete(message.id)
      this.revision = Math.max(this.revision, message.revision)
    }
  }

  list(): string[] {
    return [...this.messages.values()]
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ id, content }) => `${id} ${content}`)
  }
}
