// What admins did lately.
export { AdminActs } from './AdminActs.tsx'
