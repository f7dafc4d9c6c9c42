// What the keys of a member open, for members to whom only a part of the archive is open, or only for some time.
export { AccessChip } from './AccessChip.tsx'
export { AccessNotices } from './AccessNotices.tsx'
export { ClosedShelf } from './ClosedShelf.tsx'
export { OWN_ACCESS, readOwnAccess, useOwnAccess } from './api.ts'
