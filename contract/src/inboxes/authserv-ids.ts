/** The authserv-ids of large providers. Each of them removes forged headers that claim its own id. */
export const findKnownAuthservId = (imap_host: string): string | null =>
  authservIds[imap_host.toLowerCase()] ?? null

const authservIds: Record<string, string> = {
  'imap.gmail.com': 'mx.google.com',
  'outlook.office365.com': 'mx.microsoft.com',
  'imap.fastmail.com': '*.messagingengine.com',
}
