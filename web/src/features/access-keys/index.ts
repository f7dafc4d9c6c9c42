// Access keys. Members redeem a key in the key dialog; admins create, list and withdraw keys. The shell mounts the
// dialog, and `openKeyDialog` opens it. Redeeming returns the changed account, so no reload is needed.
export { AccessKeyManagement } from './AccessKeyManagement.tsx'
export { openKeyDialog } from './key-dialog.ts'
export { KeyBanner } from './KeyBanner.tsx'
export { KeyDialog } from './KeyDialog.tsx'
