export { isMissing, shownTitle } from './wording.ts'
