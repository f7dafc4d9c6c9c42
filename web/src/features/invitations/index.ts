// Invitations: keys that members make for friends, and the tree of who has brought whom.
export { areInvitationsEnabled } from './enabled.ts'
export { Invitations } from './own/Invitations.tsx'
export { InvitationTree } from './tree/InvitationTree.tsx'
