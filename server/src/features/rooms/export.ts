import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'

const isoOf = (time: number) => new Date(time).toISOString()

/**
 * The rooms in which an account was, with what it added to the queue and has not been played, its votes, and its open
 * questions to listen along.
 */
export const roomsExport = {
  name: 'listeningRooms',
  read: async (db: Kysely<Schema>, userId: string) => {
    const rooms = await db
      .selectFrom('roomSeats')
      .innerJoin('listeningRooms', 'listeningRooms.id', 'roomSeats.roomId')
      .select(['listeningRooms.id', 'listeningRooms.name', 'roomSeats.joinedAt', 'listeningRooms.hostId'])
      .where('roomSeats.userId', '=', userId)
      .orderBy('roomSeats.joinedAt')
      .execute()
    const entries = await db
      .selectFrom('roomEntries')
      .innerJoin('openTracks as tracks', 'tracks.id', 'roomEntries.trackId')
      .select(['roomEntries.roomId', 'tracks.title'])
      .where('roomEntries.addedBy', '=', userId)
      .orderBy('roomEntries.id')
      .execute()
    const videos = await db
      .selectFrom('roomEntries')
      .innerJoin('videos', 'videos.id', 'roomEntries.videoId')
      .select(['roomEntries.roomId', 'videos.title'])
      .where('roomEntries.addedBy', '=', userId)
      .orderBy('roomEntries.id')
      .execute()
    const votes = await db
      .selectFrom('roomVotes')
      .select(['roomId', 'entryId'])
      .where('userId', '=', userId)
      .orderBy('entryId')
      .execute()
    const questions = await db
      .selectFrom('listenRequests')
      .select(['id', 'userId', 'targetId', 'until'])
      .where((eb) => eb.or([eb('userId', '=', userId), eb('targetId', '=', userId)]))
      .orderBy('id')
      .execute()
    return {
      rooms: rooms.map(({ id, name, joinedAt, hostId }) => ({
        id,
        name,
        joinedAt: isoOf(joinedAt),
        isHost: hostId === userId,
      })),
      addedTitles: entries,
      addedVideos: videos,
      votes,
      questions: questions.map(({ id, userId: fromId, targetId, until }) => ({
        id,
        userId: fromId,
        targetId,
        until: isoOf(until),
      })),
    }
  },
}
