import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { insertCredits } from '../../server/src/features/catalog/store/artists.ts'
import { newId } from '../../server/src/platform/ids.ts'
import { openIndexer } from '../../server/src/features/search/indexer.ts'
import type { Services } from '../../server/src/services.ts'
import { createRandom, type Random } from './random.ts'
import { createTitle } from './sample-titles.ts'
import { withServices } from './with-services.ts'

const DATABASE = 'archive.sqlite'
const PEOPLE = 1000
const MESSAGES = 100_000
const PLAYLISTS = 2000
const ARTISTS = 2500
/** One track in this number of tracks has lyrics. */
const TRACKS_PER_LYRICS = 20
const LINES_OF_LYRICS = 24
const WORDS_OF_LINE = 9
/** Words that messages and lyrics consist of. */
const WORDS = 20_000
const ROWS_AT_ONCE = 500
const NAME_MAX_LENGTH = 40

/** An archive with artists, playlists, members, messages and lyrics, all of it in the index of the search. */
export interface SearchArchive {
  label: string
  dataFolder: string
  databasePath: string
  /** The titles of all tracks. */
  songs: readonly string[]
}

/** Copies an archive and adds everything else that can be searched. */
export async function createSearchArchive(databasePath: string, dataFolder: string): Promise<void> {
  await copyFile(databasePath, join(dataFolder, DATABASE))
  await withServices(dataFolder, async (services) => {
    const random = createRandom(5)
    const words = wordPool(random)
    await addArtists(services, random)
    const userIds = await addPeople(services, random)
    await addPlaylists(services, userIds, random)
    await addMessages(services, userIds, () => lineOf(words, random))
    const tracks = await services.db.selectFrom('tracks').select('id').orderBy('id').execute()
    await addLyrics(
      services,
      tracks.filter((_, index) => index % TRACKS_PER_LYRICS === 0).map(({ id }) => id),
      () => Array.from({ length: LINES_OF_LYRICS }, () => lineOf(words, random)).join('\n'),
    )
    await indexEverything(services)
  })
}

export async function openSearchArchive(dataFolder: string): Promise<SearchArchive> {
  const songs = await withServices(dataFolder, async ({ db }) =>
    db.selectFrom('tracks').select('title').orderBy('id').execute(),
  )
  const [people, messages] = [PEOPLE, MESSAGES].map((count) => count.toLocaleString('en'))
  return {
    label: `${songs.length.toLocaleString('en')} tracks, ${people} people, ${messages} messages`,
    dataFolder,
    databasePath: join(dataFolder, DATABASE),
    songs: songs.map(({ title }) => title),
  }
}

/** The words of messages and lyrics. Words at the front occur most often, as in a real language. */
function wordPool(random: Random): readonly string[] {
  const words = new Set<string>()
  while (words.size < WORDS) for (const word of createTitle(random).match(/\p{L}+/gu) ?? []) words.add(word)
  return [...words]
}

function lineOf(words: readonly string[], random: Random): string {
  return Array.from({ length: WORDS_OF_LINE }, () => random.oneOf(words)).join(' ')
}

async function inRows<Row>(
  rows: readonly Row[],
  insert: (some: readonly Row[]) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
    await insert(rows.slice(from, from + ROWS_AT_ONCE))
}

/** Each album gets one of the artists. */
export async function addArtists({ db, now }: Services, random: Random): Promise<void> {
  const names = Array.from({ length: ARTISTS }, () => createTitle(random).slice(0, NAME_MAX_LENGTH))
  const albums = await db.selectFrom('albums').select('id').orderBy('id').execute()
  await inRows(albums, async (some) =>
    db.transaction().execute(async (trx) => {
      const credits = some.map(({ id }) => ({ albumId: id, artists: [random.oneOf(names)], tracks: [] }))
      for (const { albumId, artists } of credits)
        await trx
          .updateTable('albums')
          .set({ artistName: artists.join('') })
          .where('id', '=', albumId)
          .execute()
      await insertCredits(trx, credits, now().toISOString())
    }),
  )
}

/** Adds playlists that every member may see. */
async function addPlaylists(
  { db, now }: Services,
  userIds: readonly string[],
  random: Random,
): Promise<void> {
  const createdAt = now().toISOString()
  const playlists = Array.from({ length: PLAYLISTS }, (_, index) => ({
    id: newId(),
    ownerId: userIds[index % userIds.length] ?? '',
    title: createTitle(random),
    description: '',
    visibility: 'members' as const,
    rules: null,
    revision: 0,
    prunedRevision: 0,
    entryCount: 0,
    durationSeconds: 0,
    createdAt,
    changedAt: createdAt,
  }))
  await inRows(playlists, async (some) => db.insertInto('playlists').values(some).execute())
}

async function addPeople({ db, now }: Services, random: Random): Promise<string[]> {
  const createdAt = now().toISOString()
  const users = Array.from({ length: PEOPLE }, (_, index) => ({
    id: newId(),
    username: `mitglied${index}`,
    email: `mitglied${index}@beispiel.de`,
    displayName: createTitle(random).slice(0, NAME_MAX_LENGTH),
    avatarName: null,
    usernameChangedAt: null,
    // No client logs in to these accounts.
    passwordHash: '',
    emailVerified: 1,
    createdAt,
  }))
  await inRows(users, async (some) => db.insertInto('users').values(some).execute())
  return users.map(({ id }) => id)
}

async function addMessages(
  { db, now }: Services,
  userIds: readonly string[],
  text: () => string,
): Promise<void> {
  const createdAt = now().toISOString()
  const messages = Array.from({ length: MESSAGES }, (_, index) => ({
    id: newId(),
    conversationId: 'room',
    userId: userIds[index % userIds.length] ?? null,
    content: text(),
    mentions: '[]',
    clientId: null,
    deletedAt: null,
    createdAt,
  }))
  await inRows(messages, async (some) => db.insertInto('chatMessages').values(some).execute())
}

async function addLyrics(
  { db, now }: Services,
  trackIds: readonly string[],
  text: () => string,
): Promise<void> {
  const updatedAt = now().toISOString()
  const lyrics = trackIds.map((trackId) => ({ trackId, text: text(), source: 'edited' as const, updatedAt }))
  await inRows(lyrics, async (some) => db.insertInto('trackLyrics').values(some).execute())
}

/** Fills the index of the search, as the server does in the background. */
export async function indexEverything({ db, log }: Services): Promise<void> {
  const indexer = openIndexer({ db, log })
  while ((await db.selectFrom('searchChanges').select('id').limit(1).execute()).length > 0) await pause(100)
  await indexer.close()
}
