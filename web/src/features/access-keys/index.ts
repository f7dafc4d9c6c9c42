// Access keys: members redeem one in the key dialog, admins create, list and withdraw them. The dialog is
// mounted in the shell; `openKeyDialog` opens it. Redeeming returns the account, so no reload is needed.
export { AccessKeyManagement } from './AccessKeyManagement.tsx'
export { openKeyDialog } from './key-dialog.ts'
export { KeyBanner } from './KeyBanner.tsx'
export { KeyDialog } from './KeyDialog.tsx'
