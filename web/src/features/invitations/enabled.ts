/** Whether the operator lets members invite others; the server writes it into the documents. */
export function areInvitationsEnabled(): boolean {
  return document.querySelector<HTMLMetaElement>('meta[name="invitations"]')?.content === 'true'
}
