import { login } from '@tonarchiv/contract/auth'
import * as z from 'zod/mini'
import type { Account } from '../archive/account.ts'

/** Logs in as the app does. @returns the session's token */
export async function logIn(port: number, { email, password }: Account): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}${login.path}`, {
    method: login.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (!response.ok)
    throw new Error(`Logging in was answered with ${response.status}: ${await response.text()}`)
  return z.parse(login.answer, await response.json()).token
}
