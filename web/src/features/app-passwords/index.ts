// App passwords, each of which lets another app use the account. They are created in a dialog that shows them once; the
// settings list them with their last use and revoke them. The QR code of an app password opens a page of its own.
export { AppAddress } from './AppAddress.tsx'
export { AppPasswords } from './AppPasswords.tsx'
export { ConnectApp } from './ConnectApp.tsx'
