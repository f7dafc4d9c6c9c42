import {
  REACTION_MEMBERS_NAMED,
  type ChatChange,
  type ChatMessage,
  type listMessages,
} from '@tonarchiv/contract/chat'
import { quotedText } from '@tonarchiv/contract/chat-changes'
import type { ResponseOf } from '@tonarchiv/contract/route'
import { aMessage } from './a-message.ts'

type Page = ResponseOf<typeof listMessages>

/** A message as the model stores it. The message that is sent to members is computed from this. */
interface Kept {
  message: ChatMessage
  replyTo: string | undefined
  /** The members of each emoji in the order of their reactions, with the revision of the first one. */
  reactions: Map<string, { since: number; userIds: string[] }>
  isDeleted: boolean
}

/** A simple model of a conversation on the server: its messages, and the log of all changes. */
export class ChatModel {
  /** All changes as they were sent when they were made. The revision of a change is its index plus one. */
  readonly changes: ChatChange[] = []
  readonly #kept = new Map<string, Kept>()
  readonly #ownId: string

  constructor(ownId: string) {
    this.#ownId = ownId
  }

  get revision(): number {
    return this.changes.length
  }

  /** The messages as they are now, ascending. */
  get messages(): ChatMessage[] {
    return [...this.#kept.values()].filter(({ isDeleted }) => !isDeleted).map((kept) => this.#asSent(kept))
  }

  /** The ids of the messages as they are now, ascending. */
  get ids(): string[] {
    return [...this.#kept].flatMap(([id, { isDeleted }]) => (isDeleted ? [] : id))
  }

  get pins(): ChatMessage[] {
    const pinned = [...this.#kept.values()].filter(
      ({ isDeleted, message }) => !isDeleted && message.pinnedAt !== null,
    )
    return pinned
      .map((kept) => this.#asSent(kept))
      .sort((one, other) => ((one.pinnedAt ?? '') < (other.pinnedAt ?? '') ? 1 : -1))
  }

  send(replyTo?: string): void {
    const id = String(this.revision + 1).padStart(5, '0')
    const kept = { message: aMessage(id), replyTo, reactions: new Map(), isDeleted: false }
    this.#kept.set(id, kept)
    this.#add({ type: 'chatMessage', message: this.#asSent(kept), revision: this.revision + 1 })
  }

  delete(id: string): void {
    const kept = this.#find(id)
    if (kept === undefined) return
    kept.isDeleted = true
    this.#add({ type: 'chatMessageDeleted', id, revision: this.revision + 1 })
  }

  edit(id: string): void {
    const kept = this.#find(id)
    if (kept === undefined) return
    const content = `Fassung ${this.revision + 1}`
    kept.message = { ...kept.message, content, editedAt: `t${this.revision + 1}` }
    this.#changed('edit', id)
  }

  pin(id: string): void {
    const kept = this.#find(id)
    if (kept === undefined) return
    const pinnedAt = kept.message.pinnedAt === null ? `t${String(this.revision + 1).padStart(5, '0')}` : null
    kept.message = { ...kept.message, pinnedAt }
    this.#changed('pin', id)
  }

  /** Adds the member's emoji, or removes it when it is there. */
  react(id: string, emoji: string, userId: string): void {
    const kept = this.#find(id)
    if (kept === undefined) return
    const { since, userIds } = kept.reactions.get(emoji) ?? { since: this.revision + 1, userIds: [] }
    const added = !userIds.includes(userId)
    const left = added ? [...userIds, userId] : userIds.filter((each) => each !== userId)
    if (left.length === 0) kept.reactions.delete(emoji)
    else kept.reactions.set(emoji, { since, userIds: left })
    this.#changed('reaction', id, { emoji, userId, added })
  }

  /** Adds a change of a kind that the client does not know. */
  translate(id: string): void {
    if (this.#find(id) !== undefined) this.#changed('translation', id)
  }

  /** A change as it is sent when it is read from the log now, with the current state of its message. */
  readFromLog(revision: number): ChatChange | undefined {
    const change = this.changes[revision - 1]
    if (change === undefined || change.type === 'chatMessageDeleted') return change
    const id = change.type === 'chatMessage' ? change.message.id : change.messageId
    const kept = this.#find(id)
    if (kept === undefined) return { type: 'chatMessageDeleted', id, revision }
    if (change.type === 'chatMessage') return { ...change, message: this.#asSent(kept) }
    return { ...change, payload: this.#payload(change.kind, kept, change.payload) }
  }

  /** The response of `GET /api/chat/messages`. */
  page(query: { before?: string; after?: string; revision?: number }, limit: number): Page {
    const { before, after, revision = this.revision } = query
    const range = this.ids.filter(
      (id) => (before === undefined || id < before) && (after === undefined || id > after),
    )
    const messages = this.#withIds(after === undefined ? range.slice(-limit) : range.slice(0, limit))
    const hasMore = range.length > limit
    const missed = this.changes.slice(revision)
    const deletedIds = missed.flatMap((change) => (change.type === 'chatMessageDeleted' ? change.id : []))
    const changedIds = new Set(
      missed.flatMap((change) => (change.type === 'chatChange' ? change.messageId : [])),
    )
    const isKnown = (id: string) => after !== undefined && id <= after
    const changed = hasMore ? [] : this.#withIds([...changedIds].filter(isKnown))
    const isNewest = before === undefined && after === undefined
    const pins = isNewest ? this.pins : undefined
    return {
      messages,
      hasMore,
      revision: this.revision,
      deletedIds,
      changed,
      ownReactions: [...messages, ...changed, ...(pins ?? [])].flatMap(({ id }) => this.#ownIn(id)),
      pins,
    }
  }

  #withIds(ids: readonly string[]): ChatMessage[] {
    return ids.flatMap((id) => this.#find(id) ?? []).map((kept) => this.#asSent(kept))
  }

  #ownIn(messageId: string): { messageId: string; emoji: string }[] {
    const reactions = [...(this.#find(messageId)?.reactions ?? [])]
    const own = reactions.filter(([, { userIds }]) => userIds.includes(this.#ownId))
    return own.map(([emoji]) => ({ messageId, emoji }))
  }

  #find(id: string): Kept | undefined {
    const kept = this.#kept.get(id)
    return kept?.isDeleted === false ? kept : undefined
  }

  #add(change: ChatChange): void {
    this.changes.push(change)
  }

  #changed(kind: string, id: string, given: unknown = null): void {
    const kept = this.#find(id)
    if (kept === undefined) return
    const payload = this.#payload(kind, kept, given)
    this.#add({ type: 'chatChange', kind, messageId: id, payload, revision: this.revision + 1 })
  }

  /** The payload of a change as it is sent; `given` is the payload as it is stored. */
  #payload(kind: string, kept: Kept, given: unknown): unknown {
    const message = this.#asSent(kept)
    if (kind === 'pin') return { message }
    const { content, mentions, editedAt } = message
    if (kind === 'edit') return { content, mentions, editedAt }
    if (kind !== 'reaction' || typeof given !== 'object' || given === null) return null
    const emoji: unknown = Reflect.get(given, 'emoji')
    const present = message.reactions.find((each) => each.emoji === emoji)
    const { userId, added } = { userId: undefined, added: undefined, ...given }
    return { count: 0, userIds: [], since: 0, ...present, emoji, userId, added }
  }

  #asSent({ message, replyTo, reactions }: Kept): ChatMessage {
    const sent = [...reactions].map(([emoji, { since, userIds }]) => ({
      emoji,
      since,
      count: userIds.length,
      userIds: userIds.slice(0, REACTION_MEMBERS_NAMED),
    }))
    return {
      ...message,
      replyTo: replyTo === undefined ? null : this.#quote(replyTo),
      reactions: sent.sort((one, other) => one.since - other.since),
    }
  }

  #quote(id: string): ChatMessage['replyTo'] {
    const { message } = this.#find(id) ?? {}
    if (message === undefined)
      return { id, userId: null, displayName: '', excerpt: null, mediaType: null, thumbnailUrl: null }
    const { userId, displayName, content, mediaType, thumbnailUrl } = message
    return { id, userId, displayName, excerpt: quotedText(content), mediaType, thumbnailUrl }
  }
}
