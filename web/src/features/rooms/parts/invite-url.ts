/**
 * The link to a room. For a room that requires an invitation, the link contains the invite code. It is in the fragment,
 * which browsers do not send in requests.
 */
export function inviteUrl(roomId: string, inviteCode: string | null): string {
  return `${location.origin}/rooms/${roomId}${inviteCode === null ? '' : `#${inviteCode}`}`
}
