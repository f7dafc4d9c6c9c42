import { DELETED_USER_NAME, type Person } from '@tonarchiv/contract/presence'
import type { Profile } from './directory.ts'

/** The part of a member that everyone may see at any time. */
export function personIn({ id, username, displayName, photoURL }: Profile): Person {
  return { id, username, displayName, photoURL }
}

/** Somebody whose account is gone. See docs/product.md §3.9. */
export function deletedPerson(id: string): Person {
  return { id, username: '', displayName: DELETED_USER_NAME, photoURL: null }
}
