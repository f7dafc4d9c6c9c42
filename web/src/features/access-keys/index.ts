// Access keys. Members redeem a key in the key dialog or on the page of its link; admins make, list, print and withdraw
// keys. The shell mounts the dialog, and `openKeyDialog` opens it. The call that redeems a key returns the changed
// account, so no reload is needed.
export { AccessKeyManagement } from './management/AccessKeyManagement.tsx'
export { openKeyDialog } from './key-dialog.ts'
export { KeyBanner } from './KeyBanner.tsx'
export { KeyDialog } from './KeyDialog.tsx'
export { keyLink, shortKeyLink } from './link/key-link.ts'
export { KeyOfferPage } from './offer/KeyOfferPage.tsx'
export { PendingKey } from './offer/PendingKey.tsx'
export { KeySheet } from './sheet/KeySheet.tsx'
