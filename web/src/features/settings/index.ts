// What members change about themselves: profile, names, address, password, devices, the account itself, and the
// image. The settings page shows the sections; the image's dialog hangs in the shell, and whoever needs it
// calls `openAvatarDialog`.
export { AvatarDialogHost } from './AvatarDialogHost.tsx'
export { openAvatarDialog } from './avatar-dialog.ts'
export { ProfileSettings } from './ProfileSettings.tsx'
export { ScrobblingSettings } from './ScrobblingSettings.tsx'
export { SecuritySettings } from './SecuritySettings.tsx'
