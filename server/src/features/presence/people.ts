import { DELETED_USER_NAME, type Person } from '@tonarchiv/contract/presence'
import type { Profile } from './directory.ts'

/** The fields of a member that every member may see. */
export function personIn({ id, username, displayName, photoURL }: Profile): Person {
  return { id, username, displayName, photoURL }
}

/** A placeholder for a deleted account. See docs/product.md §3.9. */
export function deletedPerson(id: string): Person {
  return { id, username: '', displayName: DELETED_USER_NAME, photoURL: null }
}
