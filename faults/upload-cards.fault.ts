import { addAlbum } from '@tonarchiv/contract/archive-editing'
import { listMessages } from '@tonarchiv/contract/chat'
import { expect, test } from 'vitest'
import { albumForm } from '../server/src/testing/album-forms.ts'
import { eventually } from '../server/src/testing/eventually.ts'
import { callsOf } from './installation.ts'
import { places } from './places.ts'
import { report } from './rounds.ts'

test.each(Object.entries(places()))(
  'an upload whose server is killed before the message about it gets the message at the next start: %s',
  async (name, open) => {
    const { archive, servers } = await open()
    const [server, ...others] = servers
    if (server === undefined) throw new Error('No server runs')
    const admin = await archive.member({ isAdmin: true })
    const pending = async () =>
      archive.withDatabase(async (db) => db.selectFrom('pendingUploads').select('id').execute())
    // Without this table no message can be written, so the server is certainly killed before that.
    await archive.withDatabase(async (db) =>
      db.schema.alterTable('chatChanges').renameTo('noChatChanges').execute(),
    )
    const titles = ['Eins', 'Zwei', 'Drei']
    const ids: string[] = []
    for (const albumTitel of titles) {
      const { album } = await callsOf(server, admin).call(addAlbum, { form: albumForm({ albumTitel }) })
      ids.push(album.albumId)
    }
    await Promise.all([server.kill(), ...others.map(async (other) => other.kill())])
    expect(await pending()).toHaveLength(titles.length)
    await archive.withDatabase(async (db) =>
      db.schema.alterTable('noChatChanges').renameTo('chatChanges').execute(),
    )
    // The second server is killed right after its start, so it may have written some of the messages.
    const second = await archive.start()
    await second.kill()
    const [third] = await Promise.all(servers.map(async () => archive.start()))
    if (third === undefined) throw new Error('No server runs')
    await eventually(async () => expect(await pending()).toEqual([]))
    const { messages } = await callsOf(third, admin).call(listMessages, { query: {} })
    expect(messages).toHaveLength(ids.length)
    expect(new Set(messages.map(({ card }) => card?.id))).toEqual(new Set(ids))
    report(
      'R-01',
      `kill -9 between ${titles.length} uploads and their messages, ${name}`,
      'each message once',
    )
  },
)
