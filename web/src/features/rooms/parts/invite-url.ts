/** The link to a room. In a room for invited members it contains the invitation, which browsers do not send in requests. */
export function inviteUrl(roomId: string, inviteCode: string | null): string {
  return `${location.origin}/rooms/${roomId}${inviteCode === null ? '' : `#${inviteCode}`}`
}
