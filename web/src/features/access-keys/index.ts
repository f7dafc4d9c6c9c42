// Keys open the archive: members redeem one in the key dialog, admins make, list and withdraw them.
// The dialog hangs in the shell; whoever needs it calls `openKeyDialog`.
// Redeeming gives back the account, so nothing has to be loaded again.
export { AccessKeyManagement } from './AccessKeyManagement.tsx'
export { openKeyDialog } from './key-dialog.ts'
export { KeyBanner } from './KeyBanner.tsx'
export { KeyDialog } from './KeyDialog.tsx'
