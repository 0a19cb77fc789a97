const transcriptPath = (uuid: string, query: string) => `/api/v1/conversations/${uuid}/transcript?${query}`

/** Opens all emails of the conversation as a page and prints it; browsers can save it as PDF. */
export function printConversation(uuid: string): void {
  const page = window.open(transcriptPath(uuid, 'format=html&inline=true'))
  page?.addEventListener('load', () => page.print())
}

export function downloadTranscript(uuid: string): void {
  location.assign(transcriptPath(uuid, 'format=text'))
}
