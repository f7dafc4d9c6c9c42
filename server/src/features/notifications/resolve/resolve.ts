import type { NoticeKind } from '@tonarchiv/contract/notification-settings'
import type { Notice } from '@tonarchiv/contract/notifications'
import type { Caller } from '#access/caller.ts'
import * as archive from './about-archive.ts'
import * as people from './about-people.ts'
import type { Candidate } from './candidates.ts'
import { loadSources, type ReadNeeds } from './sources.ts'

const SAY: { readonly [K in NoticeKind]: people.Say } = {
  friendRequest: people.friendRequest,
  friendAccepted: people.friendAccepted,
  invitationAccepted: people.invitationAccepted,
  directMessage: people.directMessage,
  mention: people.mention,
  reply: people.reply,
  reaction: people.reaction,
  roomInvitation: people.roomInvitation,
  playlistInvitation: people.playlistInvitation,
  newAlbums: archive.newAlbums,
  newVideos: archive.newVideos,
  premiereSoon: archive.premiereSoon,
  premiereOpen: archive.premiereOpen,
  premiereMoved: archive.premiereMoved,
  premiereCancelled: archive.premiereCancelled,
  accessEnding: archive.accessEnding,
  security: archive.security,
}

/** The notices as their reader may see them now; those that the reader may not see are left out. */
export async function resolveNotices(
  needs: ReadNeeds,
  caller: Caller,
  candidates: readonly Candidate[],
): Promise<Notice[]> {
  if (candidates.length === 0) return []
  const sources = await loadSources(needs, caller, candidates)
  return candidates.flatMap((candidate) => {
    const found = SAY[candidate.kind](sources, candidate)
    if (found === undefined) return []
    const { isSeen = false, ...rest } = found
    const { id, kind, at, isUnread } = candidate
    return [{ id, kind, at, isUnread: isUnread && !isSeen, ...rest }]
  })
}
