import type { Media } from '@parley/contract/messages/media'
import type { DraftFile } from '../../lib/drafts.ts'

/** What a draft has to remember of an upload. */
export const toDraftFile = ({ id, uuid, filename, size, content_type }: Media): DraftFile => ({
  id,
  uuid,
  filename,
  size,
  content_type,
})
