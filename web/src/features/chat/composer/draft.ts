import type { Card } from '@tonarchiv/contract/cards'
import { ROOM_ID, type ChatMessage, type Quote } from '@tonarchiv/contract/chat'
import { create } from 'zustand'
import type { OwnMedia } from '../state/outgoing.ts'

/** A message without images that is not in the composer at the moment. */
export interface UnsentText {
  /** May be empty if there is a card. */
  text: string
  /** The client id of the failed attempt to send this message; undefined if there was no attempt. */
  clientId?: string | undefined
  replyTo?: Quote | undefined
  card?: Card | undefined
}

/** A message that could not be sent and was restored into the composer. */
export interface SentBefore extends UnsentText {
  files: readonly Blob[]
}

/** The new text of an own message, which is not saved yet. */
export interface DraftEdit {
  /** The message as it was when editing began. */
  message: ChatMessage
  text: string
}

/** The draft of the next message of a conversation. */
export interface Draft {
  /** The text in the field. */
  text: string
  /** The message that the next message answers. */
  replyTo: Quote | undefined
  /** The card of a message that could not be sent. */
  card: Card | undefined
  /**
   * The message that could not be sent and was restored into the composer. If it is sent unchanged, it keeps its client
   * id.
   */
  sentBefore: SentBefore | undefined
  /** Messages that were moved out of the composer, oldest first. Two texts are never joined. */
  unsent: readonly UnsentText[]
  /** Images of the next message, in their order. */
  images: readonly OwnMedia[]
  /** The own message that is edited, with its new text. The other properties keep the draft meanwhile. */
  edit: DraftEdit | undefined
  /** Why sending has failed; empty when the reason is not known, undefined when nothing has failed. */
  failure: string | undefined
}

/** The draft of the conversation whose composer was open last, and the drafts of all other conversations. */
interface Drafts extends Draft {
  conversation: string
  others: ReadonlyMap<string, Draft>
}

export const EMPTY_DRAFT: Draft = {
  text: '',
  replyTo: undefined,
  card: undefined,
  sentBefore: undefined,
  unsent: [],
  images: [],
  edit: undefined,
  failure: undefined,
}

export function isEmptyDraft({ text, replyTo, card, unsent, images, edit }: Draft): boolean {
  const isAny = replyTo !== undefined || card !== undefined || edit !== undefined
  return text === '' && !isAny && unsent.length === 0 && images.length === 0
}

/** Drafts are kept while their author visits other pages, and in the browser's storage. */
export const useDraft = create<Drafts>(() => ({ ...EMPTY_DRAFT, conversation: ROOM_ID, others: new Map() }))

/** The draft of a conversation. */
export function draftIn(drafts: Drafts, conversation: string): Draft {
  if (drafts.conversation === conversation) return drafts
  return drafts.others.get(conversation) ?? EMPTY_DRAFT
}

/** The drafts of all conversations. */
export function allDrafts(): ReadonlyMap<string, Draft> {
  const { conversation, others, ...draft } = useDraft.getState()
  return new Map([...others, [conversation, draft]])
}

/** Makes the draft of this conversation the current one. */
export function openDraft(conversation: string): void {
  const { conversation: before, others: _others, ...draft } = useDraft.getState()
  if (before === conversation) return
  const others = new Map(useDraft.getState().others)
  others.set(before, draft)
  const opened = others.get(conversation) ?? EMPTY_DRAFT
  others.delete(conversation)
  useDraft.setState({ ...opened, conversation, others })
}

export function resetDraft(): void {
  for (const { images } of allDrafts().values())
    for (const { address } of images) URL.revokeObjectURL(address)
  useDraft.setState(useDraft.getInitialState(), true)
}

/** Changes the draft of a conversation, which need not be open. */
export function changeDraft(conversation: string, change: (draft: Draft) => Partial<Draft>): void {
  useDraft.setState((drafts) => {
    if (drafts.conversation === conversation) return change(drafts)
    const draft = drafts.others.get(conversation) ?? EMPTY_DRAFT
    return { others: new Map(drafts.others).set(conversation, { ...draft, ...change(draft) }) }
  })
}

export function setText(text: string): void {
  useDraft.setState({ text })
}

/** Removes the card of an earlier attempt from the draft, so that the next message is sent without it. */
export function removeCard(): void {
  useDraft.setState({ card: undefined })
}

export function showFailure(conversation: string, reason: string): void {
  changeDraft(conversation, () => ({ failure: reason }))
}

export function dismissFailure(): void {
  useDraft.setState({ failure: undefined })
}
