// The web app as an installed app: the hint that it can be installed, and the entry of the user menu.
export { InstallHint } from './InstallHint.tsx'
export { InstallMenuItem } from './InstallMenuItem.tsx'
