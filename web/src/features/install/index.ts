// Installation of the web app: the hint that it can be installed, and the item in the user menu.
export { InstallHint } from './InstallHint.tsx'
export { InstallMenuItem } from './InstallMenuItem.tsx'
