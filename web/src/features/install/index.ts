// Installation of the web app: a hint that it can be installed, and an item in the user menu.
export { InstallHint } from './InstallHint.tsx'
export { InstallMenuItem } from './InstallMenuItem.tsx'
export { isApp, isIos } from './install-prompt.ts'
