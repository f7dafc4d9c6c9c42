// App passwords: each lets another app use the account. They are created in a dialog that shows them once, listed with
// their last use, and revoked. The settings show them; the QR code opens a page of its own.
export { AppAddress } from './AppAddress.tsx'
export { AppPasswords } from './AppPasswords.tsx'
export { ConnectApp } from './ConnectApp.tsx'
