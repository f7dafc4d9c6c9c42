import {
  comparePeople,
  PEOPLE_MAX,
  type OnlineUser,
  type PublicProfile,
  userNotFound,
} from '@tonarchiv/contract/presence'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import type { Presence } from './presence.ts'
import * as store from './store.ts'
import { viewOf } from './view.ts'

/** All members that the viewer sees, online ones first, then by name. */
export async function listPeople(
  presence: Presence,
  viewerId: string,
  hasArchiveAccess: boolean,
): Promise<{ users: OnlineUser[]; counts: { online: number; offline: number } }> {
  const all = [...(await presence.members()).values()]
    .filter(({ id }) => !presence.isHidden(viewerId, id))
    .map((profile) => presence.viewOf(profile, hasArchiveAccess))
  const online = all.filter(({ isOnline }) => isOnline).length
  all.sort((a, b) => Number(b.isOnline) - Number(a.isOnline) || comparePeople(a, b))
  return { users: all.slice(0, PEOPLE_MAX), counts: { online, offline: all.length - online } }
}

/**
 * A member's page. The track that they played last is included only for members with archive access. The page of a
 * hidden member has only the name and the image, which the chat room shows as well.
 * @throws Refused `userNotFound`
 */
export async function profileOf(
  { db }: Pick<Services, 'db'>,
  presence: Presence,
  id: string,
  { id: viewerId, hasArchiveAccess }: { id: string; hasArchiveAccess: boolean },
): Promise<PublicProfile> {
  const profile = (await presence.members()).get(id)
  const row = profile && (await store.findProfile(db, id))
  if (profile === undefined || row === undefined) throw new Refused(userNotFound)
  const isHidden = presence.isHidden(viewerId, id)
  const { username, displayName, photoURL, isOnline, isPlaying, isAdmin, currentTrack, customStatus } =
    isHidden
      ? viewOf({ ...profile, ownStatus: '' }, undefined, hasArchiveAccess)
      : presence.viewOf(profile, hasArchiveAccess)
  const progress = isHidden ? {} : presence.progressOf(profile, hasArchiveAccess)
  const isPlayShown = profile.showListening && hasArchiveAccess && !isHidden
  const played = isPlayShown ? await store.findLastPlay(db, id) : undefined
  return {
    id,
    username,
    displayName,
    bio: isHidden ? '' : row.bio,
    avatarUrl: photoURL,
    customStatus,
    createdAt: row.createdAt,
    isOnline,
    isPlaying,
    ...(isAdmin && { isAdmin }),
    currentTrack,
    ...progress,
    last_played_track: played?.trackName ?? null,
    last_played_artist: played?.artist ?? null,
    last_played_at: played?.playedAt ?? null,
  }
}
