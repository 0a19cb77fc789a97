import type { Attachment } from '@parley/contract/messages/messages'

/** Leaves out inline images that the text already shows. */
export const listedAttachments = (files: readonly Attachment[], html: string): Attachment[] =>
  files.filter((file) => file.disposition !== 'inline' || !html.includes(`/uploads/${file.uuid}`))
