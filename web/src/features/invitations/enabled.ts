/** Whether the operator lets members invite others. The server writes this setting into each HTML document. */
export function areInvitationsEnabled(): boolean {
  return document.querySelector<HTMLMetaElement>('meta[name="invitations"]')?.content === 'true'
}
