// The admin panel's section about videos: upload one, see all of them, delete.
export { VideoManagement } from './VideoManagement.tsx'
