import type { Attachment } from '@parley/contract/messages/messages'

/** Pictures that the text shows in their place are not listed again. */
export const listedAttachments = (files: readonly Attachment[], html: string): Attachment[] =>
  files.filter((file) => file.disposition !== 'inline' || !html.includes(`/uploads/${file.uuid}`))
