import * as contract from '@tonarchiv/contract/listen-along'
import { type Person, shownName, userNotFound } from '@tonarchiv/contract/presence'
import { rateLimited } from '@tonarchiv/contract/refusal'
import type { ToBrowser } from '@tonarchiv/contract/realtime'
import type { BodyOf } from '@tonarchiv/contract/route'
import { ROOM_NAME_MAX } from '@tonarchiv/contract/rooms'
import type { Caller } from '#access/caller.ts'
import { areFriends } from '#features/friends/index.ts'
import type { Presence } from '#features/presence/index.ts'
import { newId } from '#platform/ids.ts'
import { Refused } from '#platform/refused.ts'
import type { Sockets } from '#realtime/sockets.ts'
import type { Services } from '#services.ts'
import { mayJoin } from './invitations.ts'
import * as store from './listen-store.ts'
import type { Room } from './room.ts'
import type { Rooms } from './rooms.ts'
import { roomIdOf } from './store.ts'

/** Maximum number of open questions to one member. */
const WAITING_MAX = 3

interface Needs {
  services: Pick<Services, 'db' | 'log'>
  sockets: Pick<Sockets, 'sendToUsers'>
  presence: Pick<Presence, 'members' | 'viewOf' | 'isHidden' | 'findPerson'>
  rooms: Pick<Rooms, 'find' | 'now'>
  /** Opens a room with one track. */
  open: (caller: Caller, given: { name: string; trackId: string; positionMs: number }) => Promise<Room>
  answeredWithinMs?: number | undefined
}

type Asked = { roomId: string; request: null } | { roomId: null; request: { id: string; until: number } }
type Answer = BodyOf<typeof contract.answerListenAlong>

/** How a question has ended; without a room the answer was no, or none. */
interface Outcome {
  room?: Room
  isCancelled?: true
}

function answerOf(requestId: string, person: Person, { room, isCancelled }: Outcome): ToBrowser {
  const [roomId, inviteCode] = [room?.id ?? null, room?.inviteCode ?? null]
  const about = { requestId, person, roomId, inviteCode, ...(isCancelled && { isCancelled }) }
  return { type: 'listenAnswered', ...about }
}

export type ListenAlong = ReturnType<typeof openListenAlong>

/** Questions of members who want to listen along. If the asked member agrees, a room opens with what that one plays. */
export function openListenAlong({
  services: { db, log },
  sockets,
  presence,
  rooms,
  open,
  answeredWithinMs = contract.LISTEN_ANSWERED_WITHIN_MS,
}: Needs) {
  const timers = new Set<NodeJS.Timeout>()

  /** Sends the answer to both members, so that other devices of the asked member no longer show the question. */
  function sendAnswer(request: store.ListenRequest, person: Person, outcome: Outcome = {}): void {
    sockets.sendToUsers([request.userId, person.id], answerOf(request.id, person, outcome))
  }

  /** Ends a question after a time if the asked member has not answered it. */
  function endLater(request: store.ListenRequest, person: Person): void {
    const end = async () => {
      try {
        if ((await store.takeRequest(db, request)) !== undefined) sendAnswer(request, person)
      } catch (error) {
        log.warn({ err: error }, 'a question to listen along could not be ended')
      }
    }
    const timer = setTimeout(() => {
      timers.delete(timer)
      void end()
    }, answeredWithinMs)
    timers.add(timer)
  }

  /** The room of a member, if the caller may join it. */
  async function roomOf(caller: Caller, userId: string): Promise<Room | undefined> {
    const roomId = await roomIdOf(db, userId)
    if (roomId === undefined) return undefined
    const room = await rooms.find(roomId)
    const { hostId, endedAt } = room
    return endedAt !== null || (hostId !== null && presence.isHidden(caller.id, hostId)) ? undefined : room
  }

  return {
    /** @throws Refused `userNotFound`, `notListening`, `rateLimited` */
    async ask(caller: Caller, targetId: string): Promise<Asked> {
      const profile = (await presence.members()).get(targetId)
      if (profile === undefined || targetId === caller.id || presence.isHidden(caller.id, targetId))
        throw new Refused(userNotFound)
      if (!profile.showListening) throw new Refused(contract.notListening)
      const room = await roomOf(caller, targetId)
      if (room !== undefined && (await mayJoin(db, room, caller.id)))
        return { roomId: room.id, request: null }
      const { isPlaying, currentTrack } = presence.viewOf(profile, true)
      if (!isPlaying || !currentTrack?.id || !profile.hasArchiveAccess)
        throw new Refused(contract.notListening)
      const now = rooms.now()
      const pair = { userId: caller.id, targetId }
      const before = await store.openRequest(db, pair, now)
      if (before !== undefined) return { roomId: null, request: { id: before.id, until: before.until } }
      if ((await store.countRequestsTo(db, targetId, now)) >= WAITING_MAX) {
        const n = Math.ceil(answeredWithinMs / 1000)
        throw new Refused(rateLimited, { values: { n }, retryAfterSeconds: n })
      }
      const request = { id: newId(), ...pair, until: now + answeredWithinMs }
      if (!(await store.insertRequest(db, request, now))) return this.ask(caller, targetId)
      const [person, asked] = [await presence.findPerson(caller.id), await presence.findPerson(targetId)]
      if (person === undefined || asked === undefined) throw new Refused(userNotFound)
      const { id, until } = request
      const isAllowed = profile.letsFriendsListen && (await areFriends(db, caller.id, targetId))
      sockets.sendToUsers([targetId], { type: 'listenRequested', requestId: id, person, until, isAllowed })
      endLater(request, asked)
      return { roomId: null, request: { id, until } }
    },

    /** @throws Refused `listenRequestOver` */
    async cancel(caller: Caller, id: string): Promise<void> {
      const request = await store.takeRequest(db, { id, userId: caller.id })
      if (request === undefined) throw new Refused(contract.listenRequestOver)
      const person = await presence.findPerson(request.targetId)
      if (person !== undefined) sendAnswer(request, person, { isCancelled: true })
    },

    /** @throws Refused `listenRequestOver`, and as the opening of a room. @returns the room if the answer is yes */
    async answer(caller: Caller, id: string, body: Answer): Promise<Room | undefined> {
      const request = await store.takeRequest(db, { id, targetId: caller.id })
      const person = await presence.findPerson(caller.id)
      if (request === undefined || request.until <= rooms.now() || person === undefined)
        throw new Refused(contract.listenRequestOver)
      if (presence.isHidden(caller.id, request.userId)) throw new Refused(contract.listenRequestOver)
      if (!body.isAccepted) {
        sendAnswer(request, person)
        return undefined
      }
      try {
        const name = `Hörraum von ${shownName(person)}`.slice(0, ROOM_NAME_MAX)
        const room = (await roomOf(caller, caller.id)) ?? (await open(caller, { ...body, name }))
        sendAnswer(request, person, { room })
        return room
      } catch (error) {
        sendAnswer(request, person)
        throw error
      }
    },

    close: () => {
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
