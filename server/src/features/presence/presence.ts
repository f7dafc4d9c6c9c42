import type { OnlineUser, Person, RoomPlace } from '@tonarchiv/contract/presence'
import type { Caller } from '#access/caller.ts'
import { seenBy } from '#access/seen-by.ts'
import { trackRemoteStates } from '#events/remote-states.ts'
import type { AppTimes } from '#feature.ts'
import type { Blocks } from '#features/blocks/index.ts'
import type { Services } from '#services.ts'
import type { BroadcastLimit } from '#rate-limits/broadcast-limit.ts'
import type { Sockets } from '#realtime/sockets.ts'
import { appPlayOf, trackApps, withApp } from './app-states.ts'
import { broadcastChanges } from './broadcast-changes.ts'
import { trackBrowsers } from './browser-states.ts'
import { memberDirectory, type Profile } from './directory.ts'
import { trackListening } from './listening-times.ts'
import { personIn } from './people.ts'
import { broadcastProfiles } from './profile-broadcasts.ts'
import { trackRoomPlaces } from './room-places.ts'
import { sendSnapshots } from './send-snapshots.ts'
import { createSentPeople } from './sent-people.ts'
import { isSameState, mergeStates, State } from './states.ts'
import { progressOf, type Progress, viewOf } from './view.ts'

/** The state of all members over all processes: whether they are online, and what they do. */
export interface Presence {
  /** All members, with their current data. */
  members(): Promise<ReadonlyMap<string, Profile>>
  /** Whether two members do not see each other, because one has blocked the other. */
  isHidden(one: string, other: string): boolean
  /** The members whom a member does not see. */
  hiddenFrom(userId: string): ReadonlySet<string>
  /** A member as seen by a member with archive access, or without it. */
  viewOf(profile: Profile, hasArchiveAccess: boolean): OnlineUser
  /** For how long a member has been listening, and where the track is. Empty for who does not see the track. */
  progressOf(profile: Profile, hasArchiveAccess: boolean): Progress
  /**
   * Members who play a track of the archive, in the form that a member with archive access sees. The member whose
   * status changed last comes first.
   */
  listening(): Promise<Listener[]>
  /**
   * Call it when an app without a connection has begun a track for this caller; see `AppStates`.
   * @throws Refused `notFound`
   */
  playsInApp(caller: Pick<Caller, 'id' | 'sessionId' | 'scope'>, trackId: string): Promise<void>
  /** Call it when a tab of this process follows another listening room of this member than before, or none. */
  inRoom(userId: string, room: RoomPlace | undefined): void
  /** Call it when these sessions, or these credentials of apps, have ended. */
  sessionsEnded(sessionIds: readonly string[]): void
  /** Call it when the apps of this account must no longer be shown as playing. */
  appsEnded(userId: string): void
  /** The name and image of a member. Undefined when the account has just been deleted. */
  findPerson(userId: string): Promise<Person | undefined>
  /** Like `findPerson`, but reads only the cache, which contains all members with a connected browser. */
  personOf(userId: string): Person | undefined
  /** Call it when the name, image, status or privacy settings of this account have changed. */
  profileChanged(userId: string): void
  /** Call it when the rights of this account have changed. */
  accessChanged(userId: string): void
  accountDeleted(userId: string): void
  close(): void
}

/** A member who plays a track of the archive. */
export interface Listener {
  person: Person
  trackId: string
  /** The time of the last change of the member's status, in milliseconds since 1970. */
  changedAt: number
}

type PresenceIntervals = Pick<
  AppTimes,
  'heartbeatEveryMs' | 'expireAfterMs' | 'broadcastPeopleEveryMs' | 'broadcastPeopleBytes'
>

export function openPresence(
  services: Services,
  { sockets, limit, blocks }: { sockets: Sockets; limit: BroadcastLimit; blocks: Blocks },
  { broadcastPeopleEveryMs, broadcastPeopleBytes, ...times }: PresenceIntervals = {},
): Presence {
  const { bus, log, now } = services
  const directory = memberDirectory(services)
  /** The states of the members of this process that were published to the other processes. */
  const publishedStates = new Map<string, State>()
  const browsers = trackBrowsers(services, sockets, {
    connectionChanged: noteChange,
    statusChanged: (userId) => limit.run(userId, 'status', () => noteChange(userId)),
  })
  const apps = trackApps(services, (userId) => limit.run(userId, 'status', () => noteChange(userId)))
  const roomPlaces = trackRoomPlaces((userId) => limit.run(userId, 'status', () => noteChange(userId)))
  const listeningTimes = trackListening(now)
  const remoteProcesses = trackRemoteStates({
    bus,
    topic: 'presence',
    shape: State,
    isSame: isSameState,
    localStates: () => publishedStates,
    changed: noteChange,
    ...times,
  })
  const sentPeople = createSentPeople(directory, currentView)
  const known = { sockets, blocks, directory, sentPeople }
  const snapshots = sendSnapshots({ ...known, log, noteChange })
  const changes = broadcastChanges({
    ...known,
    listRevisionOf: (connection) => snapshots.revisionOf(connection),
    publishStates,
    loadUnknown: (userIds) => void loadMembers(userIds),
    everyMs: broadcastPeopleEveryMs,
    bytesAtOnce: broadcastPeopleBytes,
  })
  const profiles = broadcastProfiles({ sockets, directory, sentPeople, snapshots, log, noteChange })
  bus.onReturn(profiles.catchUp)

  function noteChange(userId: string): void {
    listeningTimes.note(userId, stateOf(userId), directory.get(userId)?.showListening !== true)
    changes.note(userId)
  }

  /** The state in this process. */
  function localState(userId: string): State | undefined {
    const state = withApp(browsers.stateOf(userId), apps.stateOf(userId))
    return listeningTimes.addTo(roomPlaces.addTo(state, userId), userId)
  }

  function stateOf(userId: string): State | undefined {
    return mergeStates([localState(userId) ?? [], remoteProcesses.statesOf(userId)].flat())
  }

  function currentView(profile: Profile, hasArchiveAccess: boolean): OnlineUser {
    return viewOf(profile, stateOf(profile.id), hasArchiveAccess)
  }

  function publishStates(userIds: readonly string[]): void {
    const changed = new Map<string, State | undefined>()
    for (const id of userIds) {
      const state = localState(id)
      if (isSameState(publishedStates.get(id), state)) continue
      changed.set(id, state)
      if (state === undefined) publishedStates.delete(id)
      else publishedStates.set(id, state)
    }
    if (changed.size > 0) remoteProcesses.publish(changed)
  }

  /** Loads members that the directory does not contain. Another process has just verified or deleted them. */
  async function loadMembers(ids: readonly string[]): Promise<void> {
    try {
      const members = await directory.fresh()
      for (const id of ids) if (members.has(id)) noteChange(id)
    } catch (error) {
      log.warn({ err: error }, 'the members could not be read')
    }
  }

  return {
    members: () => directory.fresh(),
    isHidden: (one, other) => blocks.isHidden(one, other),
    hiddenFrom: (userId) => blocks.hiddenFrom(userId),
    viewOf: currentView,
    progressOf: (profile, hasArchiveAccess) =>
      progressOf(profile, stateOf(profile.id), { hasArchiveAccess, now: now().getTime() }),
    listening: async () =>
      [...(await directory.fresh()).values()]
        .flatMap((profile) => listenerOf(profile, stateOf(profile.id)))
        .toSorted((a, b) => b.changedAt - a.changedAt),
    playsInApp: async (caller, trackId) =>
      apps.play(await appPlayOf(seenBy(services, caller), caller, trackId)),
    inRoom: roomPlaces.set,
    sessionsEnded: apps.forget,
    appsEnded: apps.forgetAccount,
    findPerson: async (userId) => personOf(directory.get(userId) ?? (await directory.reload(userId))),
    personOf: (userId) => personOf(directory.get(userId)),
    profileChanged: (userId) => limit.run(userId, 'profile', () => profiles.refresh(userId)),
    accessChanged: profiles.refresh,
    accountDeleted: profiles.remove,
    close: () => {
      apps.close()
      changes.close()
      remoteProcesses.close()
    },
  }
}

function listenerOf(profile: Profile, state: State | undefined): Listener[] {
  const { isPlaying, currentTrack } = viewOf(profile, state, true)
  const trackId = currentTrack?.id ?? null
  if (state === undefined || !isPlaying || trackId === null) return []
  return [{ person: personIn(profile), trackId, changedAt: state.changedAt }]
}

function personOf(profile: Profile | undefined): Person | undefined {
  return profile && personIn(profile)
}
