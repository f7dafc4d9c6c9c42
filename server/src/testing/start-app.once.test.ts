import { getProfile } from '@tonarchiv/contract/users'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startApp } from './start-app.ts'

test('the error of a call that fails contains what the app logged for it', async () => {
  const app = await startApp()
  const member = await app.signIn()
  await sql`drop table users`.execute(app.services.db)
  await expect(member.call(getProfile, {})).rejects.toThrow(
    /^GET \/api\/user\/profile answered 500: .*"INTERNAL".*\n.*"message":"no such table: users"/,
  )
})
