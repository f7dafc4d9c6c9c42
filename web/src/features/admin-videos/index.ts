// The admin panel's section about videos: uploads, lists, edits and deletes them.
export { VideoManagement } from './VideoManagement.tsx'
