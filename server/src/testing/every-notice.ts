import { redeemAccessKey } from '@tonarchiv/contract/access-keys'
import { changePassword } from '@tonarchiv/contract/auth'
import { postMessage } from '@tonarchiv/contract/chat'
import { addReaction } from '@tonarchiv/contract/chat-changes'
import { openConversation } from '@tonarchiv/contract/conversations'
import { requestFriend } from '@tonarchiv/contract/friends'
import { createInvitation } from '@tonarchiv/contract/invitations'
import { NoticeKind } from '@tonarchiv/contract/notification-settings'
import { addCollaborator } from '@tonarchiv/contract/playlist-sharing'
import { createPlaylist } from '@tonarchiv/contract/playlists'
import {
  cancelAlbumPremiere,
  openAlbumNow,
  remindOfPremiere,
  setAlbumPremiere,
} from '@tonarchiv/contract/premieres'
import { inviteToRoom } from '@tonarchiv/contract/room-invitations'
import { openRoom } from '@tonarchiv/contract/rooms'
import { notifyEndingAccess } from '#features/notifications/events/ending-access.ts'
import { addByForm } from '#testing/album-forms.ts'
import { makeFriends } from '#testing/friendship.ts'
import { signInScoped } from '#testing/scoped-members.ts'
import type { TestApp } from '#testing/start-app.ts'
import { addVideoByForm } from '#testing/video-forms.ts'

export type Member = Awaited<ReturnType<TestApp['signIn']>>

export interface Cast {
  app: TestApp
  /** The member whose actions cause the notices. */
  mara: Member
  admin: Member
}

interface NoticeCase {
  /** The text in the inbox and in the push message. */
  says: string
  /** The text in the digest, by default `says`. Null for notices that are sent in emails of their own. */
  digestSays?: string | null
  /** Creates a member who gets the notice; by default a member with access to the whole archive. */
  recipient?: (cast: Cast) => Promise<Member>
  /** Causes the notice for all of these members. */
  happens: (cast: Cast, members: readonly Member[]) => Promise<unknown>
}

const HOUR_MS = 60 * 60 * 1000
const inHours = ({ app }: Cast, hours: number) =>
  new Date(app.services.now().getTime() + hours * HOUR_MS).toISOString()

const forEach =
  (happens: (cast: Cast, member: Member) => Promise<unknown>): NoticeCase['happens'] =>
  async (cast, members) => {
    for (const member of members) await happens(cast, member)
  }

const post = async (
  { call }: Member,
  message: string,
  more: { replyTo?: string; conversationId?: string } = {},
) => (await call(postMessage, { body: { message, ...more } })).message

const addClosed = async (cast: Cast, albumTitel: string, opensAt: string) =>
  addByForm(cast.admin, { albumTitel, premiere: { opensAt, isCovered: false } })

/** A closed album of which these members want to be reminded. */
async function addAwaited(cast: Cast, members: readonly Member[], title: string) {
  const { albumId } = await addClosed(cast, title, inHours(cast, 72))
  for (const { call } of members) await call(remindOfPremiere, { params: { albumId } })
  return { albumTitel: albumId }
}

/** A case for every kind of notice. If a new kind has no case here, the type check fails. */
export const EVERY_NOTICE: Readonly<Record<NoticeKind, NoticeCase>> = {
  friendRequest: {
    says: 'möchte mit dir befreundet sein',
    happens: forEach(async ({ mara }, { id }) => mara.call(requestFriend, { body: { friendId: id } })),
  },
  friendAccepted: {
    says: 'und du seid jetzt befreundet',
    happens: forEach(async ({ mara }, member) => makeFriends(member, mara)),
  },
  invitationAccepted: {
    says: 'hat deine Einladung angenommen',
    happens: forEach(async ({ app }, member) => {
      const { invitation } = await member.call(createInvitation, {
        body: { words: '', scope: { kind: 'mine' } },
      })
      const guest = await app.signIn({ hasKey: false })
      await guest.call(redeemAccessKey, { body: { key: invitation.key, uid: guest.id } })
    }),
  },
  directMessage: {
    says: 'hat dir geschrieben',
    happens: forEach(async ({ mara }, member) => {
      await makeFriends(mara, member)
      const { conversation } = await mara.call(openConversation, { body: { userId: member.id } })
      await post(mara, 'hallo', { conversationId: conversation.id })
    }),
  },
  mention: {
    says: 'hat dich im Chat Room erwähnt',
    happens: forEach(async ({ mara }, { username }) => post(mara, `@${username} hallo`)),
  },
  reply: {
    says: 'hat auf deine Nachricht geantwortet',
    happens: forEach(async ({ mara }, member) =>
      post(mara, 'Ja!', { replyTo: (await post(member, 'Hört ihr das?')).id }),
    ),
  },
  reaction: {
    says: 'hat auf deine Nachricht reagiert',
    happens: forEach(async ({ mara }, member) => {
      const { id } = await post(member, 'Neu!')
      await mara.call(addReaction, { params: { id, emoji: '🔥' } })
    }),
  },
  roomInvitation: {
    says: 'lädt dich in den Hörraum „Nachtschicht“ ein',
    happens: async ({ admin, mara }, members) => {
      const { albumId } = await addByForm(admin)
      const { room } = await mara.call(openRoom, {
        body: { name: 'Nachtschicht', mode: 'all', added: { albumId } },
      })
      for (const member of members) {
        await makeFriends(mara, member)
        await mara.call(inviteToRoom, { params: { id: room.state.roomId }, body: { userId: member.id } })
      }
    },
  },
  playlistInvitation: {
    says: 'hat dich zur Playlist „Nachtfahrten“ eingeladen',
    happens: async ({ mara }, members) => {
      const { playlist } = await mara.call(createPlaylist, { body: { title: 'Nachtfahrten' } })
      for (const member of members) {
        await makeFriends(mara, member)
        await mara.call(addCollaborator, { params: { id: playlist.id, userId: member.id } })
      }
    },
  },
  newAlbums: {
    says: 'Neues Album: Graue Linie',
    digestSays: 'Graue Linie',
    happens: async ({ admin }) => addByForm(admin, { albumTitel: 'Graue Linie' }),
  },
  newVideos: {
    says: 'Neues Video: Kurvenfilm',
    digestSays: 'Kurvenfilm',
    happens: async ({ admin }) => addVideoByForm(admin, { title: 'Kurvenfilm' }),
  },
  premiereSoon: {
    says: 'In einer Stunde öffnen die Türen: „Gleich“',
    digestSays: 'Premiere: „Gleich“',
    happens: async (cast) => addClosed(cast, 'Gleich', inHours(cast, 55 / 60)),
  },
  premiereOpen: {
    says: 'Die Türen sind offen: „Jetzt“',
    happens: async (cast) => {
      const { albumId } = await addClosed(cast, 'Jetzt', inHours(cast, 72))
      await cast.admin.call(openAlbumNow, { params: { albumTitel: albumId } })
    },
  },
  premiereMoved: {
    says: 'Die Premiere von „Später“ wurde verschoben',
    happens: async (cast, members) => {
      const params = await addAwaited(cast, members, 'Später')
      const body = { opensAt: inHours(cast, 96), isCovered: false }
      await cast.admin.call(setAlbumPremiere, { params, body })
    },
  },
  premiereCancelled: {
    says: 'Die Premiere von „Nie“ wurde abgesagt',
    happens: async (cast, members) =>
      cast.admin.call(cancelAlbumPremiere, { params: await addAwaited(cast, members, 'Nie') }),
  },
  accessEnding: {
    says: 'Noch 7 Tage: Dann schließt einer deiner Schlüssel',
    recipient: async ({ app }) =>
      signInScoped(
        app,
        { kind: 'types', types: ['ep'], hasVideos: false },
        { endsAt: new Date(app.services.now().getTime() + 7 * 24 * HOUR_MS + 60_000) },
      ),
    // A job finds access that ends soon. No API call causes this notice, so the test runs the job.
    happens: async ({ app }) => {
      app.passTime(120_000)
      await notifyEndingAccess(app.services)
    },
  },
  security: {
    says: 'Dein Passwort wurde geändert',
    digestSays: null,
    happens: forEach(async (_cast, { call, password }) =>
      call(changePassword, { body: { currentPassword: password, newPassword: 'Ganz-neues-Passwort-42' } }),
    ),
  },
}
