/** The page `/admin/keys/{id}`. */
export { KeySheet as KeySheetPage } from '#features/access-keys/index.ts'
