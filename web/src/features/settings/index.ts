// The settings of an account: profile, names, address, password, devices, deletion and the image. The
// settings page shows the sections; the image's dialog is mounted in the shell and opened with
// `openAvatarDialog`.
export { AvatarDialogHost } from './AvatarDialogHost.tsx'
export { openAvatarDialog } from './avatar-dialog.ts'
export { ProfileSettings } from './ProfileSettings.tsx'
export { ScrobblingSettings } from './ScrobblingSettings.tsx'
export { SecuritySettings } from './SecuritySettings.tsx'
