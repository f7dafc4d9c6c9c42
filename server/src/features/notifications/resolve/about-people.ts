import { quotedText } from '@tonarchiv/contract/chat-changes'
import { type Person, shownName } from '@tonarchiv/contract/presence'
import type { NoticeMessage } from '#features/chat/index.ts'
import { type Candidate, subjectOf } from './candidates.ts'
import { listed, minutesAndSeconds, parts, type Said, said } from './sentences.ts'
import type { Sources } from './sources.ts'

/** Returns what a notice says; undefined when its reader may not see it, or it no longer holds. */
export type Say = (sources: Sources, candidate: Candidate) => Said | undefined

/** Calls `say` with the member who caused the notice. Undefined when that member is hidden from the reader. */
function byActor(say: (actor: Person, sources: Sources, candidate: Candidate) => Said | undefined): Say {
  return (sources, candidate) => {
    const actor = sources.person(candidate.actorId)
    return actor && say(actor, sources, candidate)
  }
}

const areFriends = (actor: Person) =>
  said(parts`${shownName(actor)} und du seid jetzt befreundet`, { people: [actor], path: '/friends' })

/** An open request can be answered in the notice. An accepted one is shown as accepted, a rejected one not at all. */
export const friendRequest = byActor((actor, { openRequests, friends }, candidate) => {
  const requestId = subjectOf(candidate)
  if (openRequests.has(requestId))
    return said(parts`${shownName(actor)} möchte mit dir befreundet sein`, {
      people: [actor],
      path: '/friends',
      action: { kind: 'answerFriendRequest', requestId },
    })
  return friends.has(actor.id) ? { ...areFriends(actor), isSeen: true } : undefined
})

export const friendAccepted = byActor((actor, { friends }) =>
  friends.has(actor.id) ? areFriends(actor) : undefined,
)

export const invitationAccepted = byActor((actor) =>
  said(parts`${shownName(actor)} hat deine Einladung angenommen`, { people: [actor], path: '/friends' }),
)

export const playlistInvitation = byActor((actor, { playlists }, candidate) => {
  const playlist = playlists.get(subjectOf(candidate))?.playlist
  return (
    playlist &&
    said(parts`${shownName(actor)} hat dich zur Playlist ${`„${playlist.title}“`} eingeladen`, {
      people: [actor],
      covers: playlist.covers.slice(0, 1),
      path: `/playlists/${playlist.id}`,
    })
  )
})

export const roomInvitation = byActor((actor, { rooms }, candidate) => {
  const room = rooms.get(subjectOf(candidate))
  if (room === undefined) return undefined
  const { id: roomId, name, peopleCount, isJoined, inviteCode } = room
  const code = isJoined || inviteCode === null ? '' : `#${inviteCode}`
  return said(parts`${shownName(actor)} lädt dich in den Hörraum ${`„${name}“`} ein`, {
    people: [actor],
    remark: peopleCount === 1 ? '1 Person hört zu' : `${peopleCount} Leute hören zu`,
    path: `/rooms/${encodeURIComponent(roomId)}${code}`,
    action: isJoined ? null : { kind: 'joinRoom', roomId },
    isSeen: isJoined,
  })
})

/** Makes the `Say` for notices about a message. Undefined when the reader may not read the message. */
function aboutMessage(
  say: (actor: Person, message: NoticeMessage, path: string) => Pick<Said, 'sentence'>,
): Say {
  return byActor((actor, { messages }, candidate) => {
    const message = messages.get(subjectOf(candidate))
    if (message === undefined) return undefined
    if (message.isDeleted) return deletedMessage()
    const path = pathOf(message)
    const { sentence } = say(actor, message, path)
    return said(sentence, {
      people: [actor],
      quote: quotedText(message.content).trim() || null,
      path,
      isSeen: message.isRead,
    })
  })
}

/** The notice about a deleted message. It stays in the inbox, but has no link. */
function deletedMessage(): Said {
  return said([{ text: 'Diese Mitteilung führt zu nichts mehr', isStrong: false }], {
    remark: 'die Nachricht wurde gelöscht',
    isSeen: true,
  })
}

function pathOf({ id, conversationId, conversationKind }: NoticeMessage): string {
  if (conversationKind === 'direct') return `/messages/${encodeURIComponent(conversationId)}`
  if (conversationKind === 'listening') return `/rooms/${encodeURIComponent(conversationId)}`
  return `/chat?message=${encodeURIComponent(id)}`
}

export const directMessage = aboutMessage((actor) => ({
  sentence: parts`${shownName(actor)} hat dir geschrieben`,
}))

export const mention = aboutMessage((actor, { conversationKind }) => ({
  sentence:
    conversationKind === 'listening'
      ? parts`${shownName(actor)} hat dich im Hörraum erwähnt`
      : parts`${shownName(actor)} hat dich im Chat Room erwähnt`,
}))

export const reply = aboutMessage((actor, { answeredSecond }) => ({
  sentence:
    answeredSecond === null
      ? parts`${shownName(actor)} hat auf deine Nachricht geantwortet`
      : parts`${shownName(actor)} hat auf deinen Moment bei ${minutesAndSeconds(answeredSecond)} geantwortet`,
}))

export const reaction: Say = ({ messages, reactions, person }, candidate) => {
  const message = messages.get(subjectOf(candidate))
  if (message === undefined) return undefined
  if (message.isDeleted) return deletedMessage()
  const found = reactions.get(message.id)
  const people = (found?.userIds ?? []).flatMap((id) => person(id) ?? [])
  if (found === undefined || people.length === 0) return undefined
  const sentence =
    people.length === 1
      ? parts`${listed(people.map(shownName))} hat auf deine Nachricht reagiert`
      : severalReacted(people)
  return said(sentence, {
    people: people.slice(0, 3),
    reactions: found.emojis.slice(0, 5),
    path: pathOf(message),
  })
}

/** The first two members by name, and the number of the others. */
function severalReacted(people: readonly Person[]) {
  const [first, second, ...others] = people.map(shownName)
  const [one = '', two = ''] = [first, second]
  return others.length === 0
    ? parts`${one} und ${two} haben auf deine Nachricht reagiert`
    : [
        ...parts`${one}, ${two}`,
        {
          text: ` und ${others.length === 1 ? 'ein weiterer' : `${others.length} weitere`} haben auf deine Nachricht reagiert`,
          isStrong: false,
        },
      ]
}
