import type { ManagedUser } from '@tonarchiv/contract/admin'
import type { ManagedRow } from './find-users.ts'

export function toWire(row: ManagedRow): ManagedUser {
  return {
    id: row.id,
    email: row.email,
    username: row.username,
    displayName: row.displayName ?? row.username,
    avatarUrl: row.avatarName === null ? null : `/api/avatar/${row.avatarName}`,
    isAdmin: row.isAdmin === 1,
    emailVerified: row.emailVerified === 1,
    keyVerified: row.keyVerified === 1,
    createdAt: row.createdAt,
  }
}
